import { z } from '@hono/zod-openapi'
import { Refusal } from '../../platform/errors.ts'
import { type Endpoint, endpoint, type KeepAnswer } from '../../platform/http/endpoint.ts'
import { IdParam, orNull, TimestampSchema } from '../../platform/http/schemas.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/tx.ts'
import { appealSubmission } from './appeal-submission.ts'
import { type CapstoneParts, PROJECT_EXAMPLE, ProjectSchema, presentProject } from './capstone.ts'
import { errors } from './errors.ts'
import { FILES_LIMIT_BYTES, inspectFiles } from './files/inspect-files.ts'
import { discardFiles, storeFiles } from './files/store-files.ts'
import { listSubmissions } from './queries.ts'
import { type ChangeWork, saveDraft } from './save-draft.ts'
import type { FileId } from './submission.ts'
import { presentSubmission, SUBMISSION_EXAMPLE, SubmissionSchema } from './submission-view.ts'
import { submitProject } from './submit-project.ts'
import { readWorkPatch, WorkPatchSchema } from './work-patch.ts'

const TAG = 'Projects'
const ATTEMPTS_SHOWN = 100

const UPLOAD = {
  parts: ['files', 'file'],
  limitBytes: FILES_LIMIT_BYTES + 512 * 1024,
  description:
    'Up to 5 files of zip, pdf, md, txt, ipynb, png or jpg, at most 10 MiB each and 20 MiB together. They take the place of those that were sent before.',
}
const WORK_REFUSALS = [
  errors.project_not_found,
  errors.not_enrolled,
  errors.project_already_passed,
  errors.submission_type_not_allowed,
  errors.repository_url_not_allowed,
  errors.url_not_allowed,
  errors.file_unsupported,
  errors.file_too_large,
  errors.too_many_files,
]
const CourseParams = z.object({ courseId: IdParam })

interface IncomingWork {
  caller: { userId: UserId }
  params: { courseId: string }
  body: z.output<typeof WorkPatchSchema>
  files: ReadonlyMap<string, File[]>
  keepAnswer: KeepAnswer
  now: Date
}

export function capstoneRoutes({ platform, findCapstone }: CapstoneParts): Endpoint[] {
  const { publicUrl } = platform.config
  const getCapstone = async (userId: UserId, courseId: string) => {
    const capstone = await findCapstone(platform.db, userId, courseId)
    if (!capstone) throw errors.project_not_found()
    return capstone
  }

  /** Everything that can be refused is, before a file is stored; then the change is made in one transaction. */
  const changeWork = async <Outcome>(
    { caller: { userId }, params: { courseId }, body, files, keepAnswer, now }: IncomingWork,
    change: (tx: Tx, work: ChangeWork) => Promise<Outcome>,
  ): Promise<Outcome> => {
    const { project, isEnrolled } = await getCapstone(userId, courseId)
    if (!isEnrolled) throw errors.not_enrolled()
    const patch = readWorkPatch(body, project, platform.config.repositoryHosts)
    const given = UPLOAD.parts.flatMap((part) => files.get(part) ?? [])
    if (given.length > 0 && !project.submissionTypes.includes('FILE_UPLOAD'))
      throw errors.submission_type_not_allowed({ message: 'This project does not take files.' })
    let fileIds: FileId[] = []
    if (given.length > 0) {
      fileIds = await storeFiles(platform, userId, await inspectFiles(given), now)
      patch.fileIds = fileIds
    }
    try {
      return await platform.write(async (tx) =>
        keepAnswer(tx, await change(tx, { userId, courseId, project, patch, now })),
      )
    } catch (fault) {
      // Only a refusal says for sure that no draft has the files: a lost connection may have committed.
      if (fileIds.length > 0 && fault instanceof Refusal) await discardFiles(platform, fileIds)
      throw fault
    }
  }

  return [
    endpoint({
      method: 'get',
      path: '/course/:courseId/project',
      tag: TAG,
      summary: 'Read the project of a course',
      access: 'user',
      params: CourseParams,
      answer: { status: 200, data: ProjectSchema, example: PROJECT_EXAMPLE },
      refusals: [errors.project_not_found],
      handle: async ({ caller, params }) => presentProject(await getCapstone(caller.userId, params.courseId)),
    }),

    endpoint({
      method: 'post',
      path: '/course/:courseId/project/draft',
      tag: TAG,
      summary: 'Save a draft of your project',
      description:
        'There is one draft, and saving changes the fields that are sent. Nothing is assessed before it is submitted.',
      access: 'user',
      params: CourseParams,
      body: WorkPatchSchema,
      bodyExample: {
        submissionType: 'GITHUB_REPO',
        repositoryUrl: 'https://github.com/ada/savings-jar',
        notes: 'Deposits work; withdrawals are next.',
      },
      upload: UPLOAD,
      answer: {
        status: 200,
        data: z.object({ id: z.string(), status: z.literal('DRAFT'), updatedAt: TimestampSchema }),
        example: {
          id: SUBMISSION_EXAMPLE.id,
          status: 'DRAFT',
          updatedAt: SUBMISSION_EXAMPLE.submittedAt,
        },
        message: 'Draft saved',
      },
      refusals: WORK_REFUSALS,
      handle: (incoming) =>
        changeWork(incoming, async (tx, work) => {
          const { id, status, updatedAt } = await saveDraft(tx, work)
          return { id, status, updatedAt: updatedAt.toISOString() }
        }),
    }),

    endpoint({
      method: 'post',
      path: '/course/:courseId/project/submit',
      tag: TAG,
      summary: 'Submit your project',
      description:
        'An empty body submits the draft; fields and files that are sent change it first. The assessment follows by itself.',
      access: 'user',
      params: CourseParams,
      body: WorkPatchSchema,
      bodyExample: { submissionType: 'GITHUB_REPO', repositoryUrl: 'https://github.com/ada/savings-jar' },
      upload: UPLOAD,
      answer: {
        status: 201,
        data: z.object({
          submissionId: z.string(),
          status: z.literal('SUBMITTED'),
          aiAssessmentStatus: z.literal('PENDING'),
        }),
        example: { submissionId: SUBMISSION_EXAMPLE.id, status: 'SUBMITTED', aiAssessmentStatus: 'PENDING' },
        message: 'Your project is submitted and will be assessed',
      },
      refusals: [...WORK_REFUSALS, errors.nothing_to_submit, errors.assessment_pending],
      handle: (incoming) => changeWork(incoming, submitProject),
    }),

    endpoint({
      method: 'get',
      path: '/course/:courseId/project/submission',
      tag: TAG,
      summary: 'Read your latest submission and how it was assessed',
      description:
        'The draft, as long as nothing was submitted; later `draft` holds what you are working on.',
      access: 'user',
      params: CourseParams,
      answer: {
        status: 200,
        data: SubmissionSchema.extend({ draft: orNull(SubmissionSchema) }).openapi('LatestSubmission'),
        example: { ...SUBMISSION_EXAMPLE, draft: null },
      },
      refusals: [errors.submission_not_found],
      handle: async ({ caller, params, now }) => {
        const shown = { publicUrl, now }
        const newest = await listSubmissions(platform.quick, caller.userId, params.courseId, 2)
        const submitted = newest.find(({ status }) => status !== 'DRAFT')
        const draft = newest.find(({ status }) => status === 'DRAFT')
        const latest = submitted ?? draft
        if (!latest) throw errors.submission_not_found()
        return {
          ...presentSubmission(latest, shown),
          draft: submitted && draft ? presentSubmission(draft, shown) : null,
        }
      },
    }),

    endpoint({
      method: 'get',
      path: '/course/:courseId/project/submissions',
      tag: TAG,
      summary: 'List all your submissions to a project, the newest first',
      access: 'user',
      params: CourseParams,
      answer: { status: 200, data: z.array(SubmissionSchema), example: [SUBMISSION_EXAMPLE] },
      refusals: [errors.project_not_found],
      handle: async ({ caller, params, now }) => {
        const attempts = (
          await listSubmissions(platform.quick, caller.userId, params.courseId, ATTEMPTS_SHOWN)
        ).filter(({ status }) => status !== 'DRAFT')
        // Of a project that is gone from the catalogue, one's own work stays.
        if (attempts.length === 0) await getCapstone(caller.userId, params.courseId)
        return attempts.map((attempt) => presentSubmission(attempt, { publicUrl, now }))
      },
    }),

    endpoint({
      method: 'post',
      path: '/course/:courseId/project/submission/appeal',
      tag: TAG,
      summary: 'Ask people to look at your latest submission',
      description: 'Once a submission, within 14 days after it was found in need of revision.',
      access: 'user',
      params: CourseParams,
      body: z.object({ reason: z.string().trim().min(1).max(2_000) }),
      bodyExample: { reason: 'The tests are in test/jar.t.sol, which the assessment did not see.' },
      answer: {
        status: 201,
        data: z.object({
          submissionId: z.string(),
          status: z.literal('UNDER_REVIEW'),
          appealedAt: TimestampSchema,
        }),
        example: {
          submissionId: SUBMISSION_EXAMPLE.id,
          status: 'UNDER_REVIEW',
          appealedAt: '2026-11-03T08:00:00.000Z',
        },
        message: 'People will look at your submission',
      },
      refusals: [
        errors.submission_not_found,
        errors.nothing_to_appeal,
        errors.already_appealed,
        errors.appeal_period_over,
      ],
      handle: ({ caller: { userId }, params: { courseId }, body: { reason }, keepAnswer, now }) =>
        platform.write(async (tx) =>
          keepAnswer(tx, await appealSubmission(tx, { userId, courseId, reason, now })),
        ),
    }),
  ]
}
