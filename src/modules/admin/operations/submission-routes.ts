import type { Caller } from '../../../platform/http/caller.ts'
import type { Endpoint } from '../../../platform/http/endpoint.ts'
import { isoDates } from '../../../platform/http/iso-dates.ts'
import { TimestampSchema } from '../../../platform/http/schemas.ts'
import type { Platform } from '../../../platform/platform.ts'
import { z } from '../../../platform/zod.ts'
import { errors } from '../../capstones/errors.ts'
import { decideSubmission } from '../../capstones/public/decide-submission.ts'
import { listReviewQueue } from '../../capstones/public/list-review-queue.ts'
import { signedFilePath } from '../../capstones/public/signed-file-link.ts'
import { REVIEW_CAUSES, type SubmissionId } from '../../capstones/public/submission.ts'
import type { CourseId } from '../../catalog/public/catalog.ts'
import { adminAction, adminList, idParams } from '../../staff-access/public/admin-endpoint.ts'

const QueuedSchema = z
  .object({
    id: z.string(),
    userId: z.string(),
    courseId: z.string(),
    attempt: z.int(),
    reviewCause: z.enum(REVIEW_CAUSES).openapi({
      description: 'PASS_PROPOSED: the built-in rules found enough points, and a person decides',
    }),
    reviewRequestedAt: TimestampSchema,
    appealReason: z.string().nullable(),
    submittedAt: TimestampSchema,
    submissionType: z.string().nullable(),
    repositoryUrl: z.string().nullable(),
    url: z.string().nullable(),
    notes: z.string(),
    files: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        contentType: z.string(),
        sizeBytes: z.int(),
        url: z.string().openapi({ description: 'Valid for at least an hour' }),
      }),
    ),
    project: z
      .looseObject({ title: z.string() })
      .openapi({ description: 'The project at the time of the submission' }),
    assessment: z.looseObject({ percentage: z.number() }).nullable(),
  })
  .openapi('QueuedSubmission')

const EXAMPLE = {
  id: '019a8b5e-7c1d-7000-8000-0000000000b5',
  userId: '019a8b5e-7c1d-7000-8000-0000000000b2',
  courseId: '019a8b5e-7c1d-7000-8000-0000000000c1',
  attempt: 1,
  reviewCause: 'APPEAL' as const,
  reviewRequestedAt: '2026-11-02T08:00:00.000Z',
  appealReason: 'The tests are in the second file.',
  submittedAt: '2026-11-01T08:00:00.000Z',
  submissionType: 'TEXT',
  repositoryUrl: null,
  url: null,
  notes: 'Every deposit raises the balance.',
  files: [],
  project: { title: 'A savings jar on chain' },
  assessment: null,
}

/** A creator reviews only the submissions to own courses. */
const ownCoursesOnly = ({ role }: Caller) => role === 'CREATOR'

export function submissionRoutes(platform: Platform): Endpoint[] {
  const { db } = platform
  const { publicUrl } = platform.config
  return [
    adminList('GET /admin/submissions', {
      summary: 'List submissions that need a human review',
      description:
        'Oldest request first. A creator sees the submissions to the own courses: those that he or she owns or is a co-author of.',
      filters: {
        courseId: z
          .uuid()
          .optional()
          .openapi({ description: 'Only submissions to the project of this course' }),
      },
      item: QueuedSchema,
      example: EXAMPLE,
      list: async ({ caller, query, now }, page) => {
        const creatorId = ownCoursesOnly(caller) ? caller.userId : undefined
        const courseId = query.courseId as CourseId | undefined
        const { items, total } = await listReviewQueue(db, { creatorId, courseId, ...page })
        const shown = items.map((item) => ({
          ...isoDates(item),
          project: { ...item.project },
          assessment: item.assessment && { ...item.assessment },
          files: item.files.map((file) => ({ ...file, url: publicUrl + signedFilePath(file.id, now) })),
        }))
        return { items: shown, total }
      },
    }),

    adminAction('POST /admin/submissions/:id/decision', {
      summary: 'Decide a submission',
      description:
        'A decision is final. The learner sees the reason; a passed project is rewarded. A creator decides about submissions to the own courses: those that he or she owns or is a co-author of.',
      params: idParams<SubmissionId>(),
      body: z.object({
        decision: z.enum(['PASSED', 'NEEDS_REVISION']),
        reason: z.string().trim().min(1).max(2_000),
      }),
      bodyExample: { decision: 'PASSED', reason: 'The tests are there, in the second file.' },
      response: {
        data: z.object({
          id: z.string(),
          userId: z.string(),
          status: z.enum(['PASSED', 'NEEDS_REVISION']),
        }),
        example: { id: EXAMPLE.id, userId: EXAMPLE.userId, status: 'PASSED' },
      },
      refusals: [errors.submission_not_found, errors.own_submission, errors.not_in_review],
      perform: async (tx, { caller, params: { id: submissionId }, body: { decision, reason }, now }) => {
        const decided = await decideSubmission(tx, {
          submissionId,
          reviewerId: caller.userId,
          ownCoursesOnly: ownCoursesOnly(caller),
          decision,
          reason,
          now,
        })
        return {
          data: decided,
          act: {
            name: 'submission.decided',
            subject: { kind: 'submission', id: submissionId },
            userId: decided.userId,
            before: { status: 'UNDER_REVIEW' },
            after: { status: decided.status },
            personalTexts: { reason },
          },
        }
      },
    }),
  ]
}
