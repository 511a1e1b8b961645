import type { Endpoint } from '../../platform/http/endpoint.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { z } from '../../platform/zod.ts'
import { errors } from '../authoring/errors.ts'
import { changeCatalog, lockCatalog } from '../authoring/public/change-catalog.ts'
import { publishCourse } from '../authoring/public/edit-course.ts'
import { publishLesson } from '../authoring/public/edit-lesson.ts'
import { requireEditable } from '../authoring/public/editor.ts'
import { getEditedCourse } from '../authoring/public/list-content.ts'
import type { CourseId } from '../catalog/public/catalog.ts'
import { errors as publishingErrors } from '../publishing/errors.ts'
import { listReviewRequests, presentReviews } from '../publishing/public/list-reviews.ts'
import { getReviewChanges } from '../publishing/public/review-changes.ts'
import {
  decideReview,
  getOpenReview,
  submitForReview,
  withdrawReview,
} from '../publishing/public/review-content.ts'
import {
  REVIEW_STATUSES,
  ReturnSchema,
  type ReviewRequest,
  type ReviewRequestId,
  ReviewRequestSchema,
  SubmissionSchema,
} from '../publishing/public/review-request.ts'
import {
  adminAction,
  adminList,
  adminRead,
  idParams,
  withExample,
} from '../staff-access/public/admin-endpoint.ts'
import type { AuditAction } from '../staff-access/public/audit-actions.ts'
import { approveReview } from './approve-review.ts'
import { editorOf, IfMatch } from './content-endpoints.ts'
import { AUTHOR_ID, COURSE_EXAMPLE, LESSON_EXAMPLE } from './content-examples.ts'
import { DIFFERENCE_FIELDS } from './history-routes.ts'
import { tryOut } from './try-out.ts'

const EXAMPLE = {
  id: '019a8b5e-7c1d-7000-8000-0000000000f9',
  courseId: COURSE_EXAMPLE.id,
  courseTitle: COURSE_EXAMPLE.title,
  status: 'OPEN' as const,
  submittedBy: AUTHOR_ID,
  submitterName: 'ada_l',
  submittedAt: '2026-11-02T08:00:00.000Z',
  lessons: [{ id: LESSON_EXAMPLE.id, title: LESSON_EXAMPLE.title }],
  message: 'The numbers are from the report of 2026.',
  changeNote: null,
  publishAt: null,
  decidedBy: null,
  decidedAt: null,
  comments: [],
}
const COMMENTS_EXAMPLE = [{ lessonId: LESSON_EXAMPLE.id, text: 'Say where the number comes from.' }]
const ChangesSchema = z
  .object({
    isOutdated: z
      .boolean()
      .openapi({ description: 'The content was changed after its submission: it cannot be approved' }),
    parts: z
      .array(
        z.object({
          kind: z.enum(['COURSE', 'LESSON']),
          id: z.string(),
          title: z.string(),
          isNew: z.boolean().openapi({ description: 'Learners have never seen it: all of it is listed' }),
          ...DIFFERENCE_FIELDS,
        }),
      )
      .openapi({ description: 'The course, then the submitted lessons' }),
  })
  .openapi('ReviewChanges')
const CHANGES_EXAMPLE = {
  isOutdated: false,
  parts: [
    {
      kind: 'COURSE' as const,
      id: COURSE_EXAMPLE.id,
      title: COURSE_EXAMPLE.title,
      isNew: false,
      fields: [{ field: 'title', before: 'Keys', after: COURSE_EXAMPLE.title }],
      slides: [],
    },
  ],
}
const listed = {
  filters: { status: z.enum(REVIEW_STATUSES).optional() },
  item: ReviewRequestSchema,
  example: EXAMPLE,
}

/** Review before publishing: authors submit, and an ADMIN who did not submit decides. */
export function reviewRoutes(platform: Platform): Endpoint[] {
  const { db } = platform
  const edit = changeCatalog(platform)
  const response = { data: ReviewRequestSchema, example: EXAMPLE } as const
  const decisionRefusals = [
    publishingErrors.review_not_found,
    publishingErrors.review_decided,
    publishingErrors.own_submission,
  ]
  const result = async (tx: Tx, name: AuditAction, request: ReviewRequest) => {
    const [data] = await presentReviews(tx, [request])
    const before = { status: name === 'review.submitted' ? null : 'OPEN' }
    const after = { status: request.status, courseId: request.courseId }
    return { data: data!, act: { name, subject: { kind: 'review_request', id: request.id }, before, after } }
  }
  return [
    adminAction('POST /admin/courses/:id/review-requests', {
      summary: 'Submit a course for review',
      description:
        'Submits the course with lessons as they are now. An ADMIN approves or returns them. Where `REVIEW_BEFORE_PUBLISHING` is on, a CREATOR publishes only in this way. An earlier open request of the course is withdrawn. What is changed after the submission needs another one.',
      params: idParams<CourseId>(),
      headers: IfMatch,
      body: SubmissionSchema,
      bodyExample: { message: EXAMPLE.message },
      response: { ...response, status: 201 },
      refusals: [
        errors.course_not_found,
        errors.lesson_not_found,
        errors.owned_by_pack,
        errors.not_an_author,
        errors.version_changed,
        errors.course_has_no_lessons,
        publishingErrors.nothing_to_review,
        publishingErrors.publication_time_unusable,
      ],
      perform: async (tx, { caller, headers, params: { id: courseId }, body: submission, now }) => {
        await lockCatalog(tx)
        const request = await submitForReview(tx, {
          courseId,
          submission,
          editor: editorOf({ caller, headers }),
          now,
        })
        const { userId, role } = caller
        const editor = { userId, role }
        await tryOut(tx, async () => {
          for (const item of request.items)
            if (item.kind === 'LESSON') await publishLesson(tx, { lessonId: item.id, editor, now })
          await publishCourse(tx, { courseId, includeLessons: false, editor, now })
        })
        return result(tx, 'review.submitted', request)
      },
    }),

    adminList('GET /admin/courses/:id/review-requests', {
      ...listed,
      summary: 'List the review requests of a course',
      description: 'The newest first. For authors of the course and an ADMIN.',
      params: idParams<CourseId>(),
      refusals: [errors.course_not_found, errors.owned_by_pack, errors.not_an_author],
      list: async ({ params: { id: courseId }, query, caller }, page) => {
        requireEditable(await getEditedCourse(db, courseId, caller), caller)
        return listReviewRequests(db, { courseId, ...query, ...page })
      },
    }),

    adminList('GET /admin/review-requests', {
      ...listed,
      summary: 'List the review requests of all courses',
      description: 'By default the open ones: those that wait longest first.',
      list: ({ query }, page) => listReviewRequests(db, { ...query, ...page }),
    }),

    adminRead('GET /admin/review-requests/:id/changes', {
      summary: 'Compare a review request with what learners see',
      description:
        'What an approval would change, as the content is now. `isOutdated` says that it is no longer what was submitted.',
      params: idParams<ReviewRequestId>(),
      response: { data: ChangesSchema, example: CHANGES_EXAMPLE },
      refusals: [
        publishingErrors.review_not_found,
        publishingErrors.review_decided,
        errors.course_not_found,
        errors.lesson_not_found,
      ],
      handle: ({ params: { id }, caller }) => getReviewChanges(db, id, caller),
    }),

    adminAction('POST /admin/review-requests/:id/approve', {
      summary: 'Approve a review request',
      description:
        'Publishes exactly what was submitted, now or at the time that the author chose. It is refused if the content was changed after the submission. Nobody approves an own submission. The limits of creators do not apply.',
      params: idParams<ReviewRequestId>(),
      response: withExample(response, { status: 'APPROVED' }),
      refusals: [
        ...decisionRefusals,
        publishingErrors.review_outdated,
        errors.course_has_no_lessons,
        errors.lesson_not_found,
      ],
      perform: (tx, { caller, params: { id }, now }) =>
        edit(tx, async () => {
          const approved = await approveReview(tx, { id, reviewer: caller, now })
          return result(tx, 'review.approved', approved)
        }),
    }),

    adminAction('POST /admin/review-requests/:id/return', {
      summary: 'Return a review request with comments',
      description:
        'Comments are about the course or about a submitted lesson. The author gets a notification.',
      params: idParams<ReviewRequestId>(),
      body: ReturnSchema,
      bodyExample: { comments: COMMENTS_EXAMPLE },
      response: withExample(response, { status: 'RETURNED', comments: COMMENTS_EXAMPLE }),
      refusals: [...decisionRefusals, errors.lesson_not_found],
      perform: async (tx, { caller: { userId }, params: { id }, body: { comments }, now }) => {
        await lockCatalog(tx)
        const decision = { status: 'RETURNED', comments, userId, now } as const
        return result(tx, 'review.returned', await decideReview(tx, await getOpenReview(tx, id), decision))
      },
    }),

    adminAction('POST /admin/review-requests/:id/withdraw', {
      summary: 'Withdraw a review request',
      description: 'For authors of the course and an ADMIN.',
      params: idParams<ReviewRequestId>(),
      response: withExample(response, { status: 'WITHDRAWN' }),
      refusals: [
        publishingErrors.review_not_found,
        publishingErrors.review_decided,
        errors.course_not_found,
        errors.not_an_author,
      ],
      perform: async (tx, { caller: editor, params: { id }, now }) => {
        await lockCatalog(tx)
        return result(tx, 'review.withdrawn', await withdrawReview(tx, { id, editor, now }))
      },
    }),
  ]
}
