import { isoDates } from '../../../platform/http/iso-dates.ts'
import { plainText, TimestampSchema } from '../../../platform/http/schemas.ts'
import type { Id, UserId } from '../../../platform/ids.ts'
import { z } from '../../../platform/zod.ts'
import type { CourseId, LessonId } from '../../catalog/public/catalog.ts'
import { ChangeNoteSchema } from './change-note.ts'

export type ReviewRequestId = Id<'ReviewRequest'>

export const REVIEW_STATUSES = ['OPEN', 'APPROVED', 'RETURNED', 'WITHDRAWN'] as const
export type ReviewStatus = (typeof REVIEW_STATUSES)[number]

/** A part of a submission, as it was submitted. */
export type ReviewItem = ({ kind: 'COURSE'; id: CourseId } | { kind: 'LESSON'; id: LessonId }) & {
  title: string
  digest: string
}

export interface ReviewRequest {
  id: ReviewRequestId
  courseId: CourseId
  submittedBy: UserId
  submittedAt: Date
  status: ReviewStatus
  items: ReviewItem[]
  message: string | null
  changeNote: string | null
  publishAt: Date | null
  decidedBy: UserId | null
  decidedAt: Date | null
  comments: ReviewComment[]
}

export const SubmissionSchema = z.object({
  lessonIds: z
    .array(z.uuid())
    .max(200)
    .optional()
    .openapi({ description: 'The lessons to publish. Default: all drafts and all lessons with changes' }),
  message: plainText(1_000).optional().openapi({ description: 'For the reviewer, in plain text' }),
  changeNote: ChangeNoteSchema,
  publishAt: TimestampSchema.optional().openapi({ description: 'Default: with the approval' }),
})
export type Submission = z.output<typeof SubmissionSchema>

export const ReturnSchema = z.object({
  comments: z
    .array(
      z.object({
        lessonId: z.uuid().nullable().default(null).openapi({ description: 'Null for the course' }),
        text: plainText(2_000).openapi({
          description: 'Plain text',
          example: 'Say where the number comes from.',
        }),
      }),
    )
    .min(1)
    .max(50),
})

export type ReviewComment = z.output<typeof ReturnSchema>['comments'][number]

export const ReviewRequestSchema = z
  .object({
    id: z.string(),
    courseId: z.string(),
    courseTitle: z.string(),
    status: z.enum(REVIEW_STATUSES),
    submittedBy: z.string(),
    submitterName: z
      .string()
      .nullable()
      .openapi({ description: 'Null if the account is deleted or suspended' }),
    submittedAt: TimestampSchema,
    lessons: z.array(z.object({ id: z.string(), title: z.string() })),
    message: z.string().nullable(),
    changeNote: z.string().nullable(),
    publishAt: TimestampSchema.nullable(),
    decidedBy: z.string().nullable(),
    decidedAt: TimestampSchema.nullable(),
    comments: z.array(z.object({ lessonId: z.string().nullable(), text: z.string() })),
  })
  .openapi('ReviewRequest')

export function presentReview(
  { items, ...request }: ReviewRequest,
  names: ReadonlyMap<UserId, { username: string }>,
): z.input<typeof ReviewRequestSchema> {
  return {
    ...isoDates(request),
    courseTitle: items.find(({ kind }) => kind === 'COURSE')!.title,
    submitterName: names.get(request.submittedBy)?.username ?? null,
    lessons: items.flatMap(({ kind, id, title }) => (kind === 'LESSON' ? [{ id, title }] : [])),
  }
}
