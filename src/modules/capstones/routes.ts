import { Refusal } from '../../platform/errors.ts'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import type { RequestWrite, WriteResponse } from '../../platform/http/request-write.ts'
import { IdParam, orNull, TimestampSchema } from '../../platform/http/schemas.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { z } from '../../platform/zod.ts'
import { findCapstoneProject } from '../catalog/public/capstone-project.ts'
import { isEnrolled } from '../progress/public/is-enrolled.ts'
import { appealSubmission } from './appeal-submission.ts'
import { errors } from './errors.ts'
import { FILES_LIMIT_BYTES, inspectFiles } from './files/inspect-files.ts'
import { discardFiles, storeFiles } from './files/store-files.ts'
import { PROJECT_EXAMPLE, ProjectSchema, presentProject } from './project.ts'
import type { FileId } from './public/submission.ts'
import { listSubmissions } from './queries.ts'
import { type SubmissionChange, saveDraft } from './save-draft.ts'
import { DraftInputSchema, parseSubmissionInput, SubmissionInputSchema } from './submission-input.ts'
import { presentSubmission, SUBMISSION_EXAMPLE, SubmissionSchema } from './submission-view.ts'
import { submitProject } from './submit-project.ts'

const TAG = 'Projects'
const ATTEMPTS_SHOWN = 100

const UPLOAD = {
  parts: ['files', 'file'],
  repeatedParts: ['files'],
  limitBytes: FILES_LIMIT_BYTES + 512 * 1024,
  description:
    'Up to 5 files of zip, pdf, md, txt, ipynb, png or jpg, at most 10 MiB each and 20 MiB together. They replace the stored files.',
}
const SUBMISSION_REFUSALS = [
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

interface IncomingSubmission {
  caller: { userId: UserId }
  params: { courseId: string }
  body: z.output<typeof SubmissionInputSchema>
  files: ReadonlyMap<string, File[]>
  signal: AbortSignal
  write: RequestWrite
  now: Date
}

export function capstoneRoutes(platform: Platform): Endpoint[] {
  const { publicUrl } = platform.config
  const getProject = async (courseId: string) => {
    const project = await findCapstoneProject(platform.db, courseId)
    if (!project) throw errors.project_not_found()
    return project
  }

  /** Validates the request before it stores files, and then changes the submission in one transaction. */
  const changeSubmission = async <Outcome>(
    { caller: { userId }, params: { courseId }, body, files, signal, write, now }: IncomingSubmission,
    change: (tx: Tx, request: SubmissionChange) => Promise<Outcome>,
  ): Promise<WriteResponse<Outcome>> => {
    const project = await getProject(courseId)
    if (!(await isEnrolled(platform.db, userId, courseId))) throw errors.not_enrolled()
    const patch = parseSubmissionInput(body, project, platform.config.repositoryHosts)
    const uploaded = UPLOAD.parts.flatMap((part) => files.get(part) ?? [])
    if (uploaded.length > 0 && !project.submissionTypes.includes('FILE_UPLOAD'))
      throw errors.submission_type_not_allowed({ message: 'This project does not accept files.' })
    let fileIds: FileId[] = []
    if (uploaded.length > 0) {
      fileIds = await storeFiles(
        platform,
        userId,
        await inspectFiles(uploaded, { owner: userId, signal }),
        now,
      )
      patch.fileIds = fileIds
    }
    try {
      return await write((tx) => change(tx, { userId, courseId, project, patch, now }))
    } catch (error) {
      // Only after a refusal is it certain that no draft has the files. After other errors the commit may have succeeded.
      if (fileIds.length > 0 && error instanceof Refusal) await discardFiles(platform, fileIds)
      throw error
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
      response: { data: ProjectSchema, example: PROJECT_EXAMPLE },
      refusals: [errors.project_not_found],
      handle: async ({ params: { courseId } }) => presentProject(courseId, await getProject(courseId)),
    }),

    endpoint({
      method: 'post',
      path: '/course/:courseId/project/draft',
      tag: TAG,
      summary: 'Save a draft of your project',
      description:
        'There is one draft per project. Only the fields of the request change. A draft is not assessed. With `baseUpdatedAt`, devices do not overwrite each other.',
      access: 'user',
      params: CourseParams,
      body: DraftInputSchema,
      bodyExample: {
        submissionType: 'GITHUB_REPO',
        repositoryUrl: 'https://github.com/ada/savings-jar',
        notes: 'Deposits work; withdrawals are next.',
      },
      upload: UPLOAD,
      response: {
        data: z.object({ id: z.string(), status: z.literal('DRAFT'), updatedAt: TimestampSchema }),
        example: {
          id: SUBMISSION_EXAMPLE.id,
          status: 'DRAFT',
          updatedAt: SUBMISSION_EXAMPLE.submittedAt,
        },
        message: 'Draft saved',
      },
      refusals: [...SUBMISSION_REFUSALS, errors.draft_changed],
      handle: (incoming) =>
        changeSubmission(incoming, async (tx, request) => {
          const { baseUpdatedAt } = incoming.body
          const base = typeof baseUpdatedAt === 'string' ? new Date(baseUpdatedAt) : baseUpdatedAt
          const { id, status, updatedAt } = await saveDraft(tx, { ...request, base, publicUrl })
          return { id, status, updatedAt: updatedAt.toISOString() }
        }),
    }),

    endpoint({
      method: 'post',
      path: '/course/:courseId/project/submit',
      tag: TAG,
      summary: 'Submit your project',
      description:
        'An empty body submits the draft; fields and files of the request change it first. The assessment starts automatically.',
      access: 'user',
      params: CourseParams,
      body: SubmissionInputSchema,
      bodyExample: { submissionType: 'GITHUB_REPO', repositoryUrl: 'https://github.com/ada/savings-jar' },
      upload: UPLOAD,
      response: {
        status: 201,
        data: z.object({
          submissionId: z.string(),
          status: z.literal('SUBMITTED'),
          aiAssessmentStatus: z.literal('PENDING'),
        }),
        example: { submissionId: SUBMISSION_EXAMPLE.id, status: 'SUBMITTED', aiAssessmentStatus: 'PENDING' },
        message: 'Your project is submitted and will be assessed',
      },
      refusals: [...SUBMISSION_REFUSALS, errors.nothing_to_submit, errors.assessment_pending],
      handle: (incoming) => changeSubmission(incoming, submitProject),
    }),

    endpoint({
      method: 'get',
      path: '/course/:courseId/project/submission',
      tag: TAG,
      summary: 'Read your latest submission and its assessment',
      description:
        'Returns the draft if nothing was submitted. Otherwise returns the latest attempt, with the current draft in `draft`.',
      access: 'user',
      params: CourseParams,
      response: {
        data: SubmissionSchema.extend({ draft: orNull(SubmissionSchema) }).openapi('LatestSubmission'),
        example: { ...SUBMISSION_EXAMPLE, draft: null },
      },
      refusals: [errors.submission_not_found],
      handle: async ({ caller, params, now }) => {
        const shown = { publicUrl, now }
        const newest = await listSubmissions(platform.pipelinedDb, caller.userId, params.courseId, 2)
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
      summary: 'List your submissions to a project, newest first',
      access: 'user',
      params: CourseParams,
      response: { data: z.array(SubmissionSchema), example: [SUBMISSION_EXAMPLE] },
      refusals: [errors.project_not_found],
      handle: async ({ caller, params, now }) => {
        const attempts = (
          await listSubmissions(platform.pipelinedDb, caller.userId, params.courseId, ATTEMPTS_SHOWN)
        ).filter(({ status }) => status !== 'DRAFT')
        // Users can still read their submissions to an archived project.
        if (attempts.length === 0) await getProject(params.courseId)
        return attempts.map((attempt) => presentSubmission(attempt, { publicUrl, now }))
      },
    }),

    endpoint({
      method: 'post',
      path: '/course/:courseId/project/submission/appeal',
      tag: TAG,
      summary: 'Appeal the result of your latest submission',
      description:
        'Requests a manual review. Possible once per submission, within 14 days after the result NEEDS_REVISION.',
      access: 'user',
      params: CourseParams,
      body: z.object({ reason: z.string().trim().min(1).max(2_000) }),
      bodyExample: { reason: 'The tests are in test/jar.t.sol, which the assessment did not see.' },
      response: {
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
        message: 'A reviewer will look at your submission',
      },
      refusals: [
        errors.submission_not_found,
        errors.nothing_to_appeal,
        errors.already_appealed,
        errors.appeal_period_over,
      ],
      handle: ({ caller: { userId }, params: { courseId }, body: { reason }, write, now }) =>
        write((tx) => appealSubmission(tx, { userId, courseId, reason, now })),
    }),
  ]
}
