import type { Endpoint } from '../../platform/http/endpoint.ts'
import { IdParam } from '../../platform/http/schemas.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { z } from '../../platform/zod.ts'
import { EmailSchema } from '../accounts/public/account-fields.ts'
import { errors } from '../authoring/errors.ts'
import { changeCatalog } from '../authoring/public/change-catalog.ts'
import { EditedCourseSchema } from '../authoring/public/content-draft.ts'
import {
  addCoAuthor,
  giveBackCourse,
  listCourseAuthors,
  type NamedAuthor,
  removeCoAuthor,
  type TeamChange,
  takeOverCourse,
  transferCourse,
} from '../authoring/public/course-authors.ts'
import type { Editor } from '../authoring/public/editor.ts'
import { getEditedCourse } from '../authoring/public/list-content.ts'
import type { CourseId } from '../catalog/public/catalog.ts'
import { withdrawOpenReviews } from '../publishing/public/review-content.ts'
import { handOverSchedules } from '../publishing/public/schedule.ts'
import {
  type AdminRequest,
  adminAction,
  adminRead,
  idParams,
  withExample,
} from '../staff-access/public/admin-endpoint.ts'
import type { AuditAction } from '../staff-access/public/audit-actions.ts'
import { changesBetween } from '../staff-access/public/record-audit-entry.ts'
import { AUTHOR_ID, COURSE_EXAMPLE } from './content-examples.ts'

const CourseParams = idParams<CourseId>()

const AuthorSchema = z
  .object({
    userId: z.string(),
    username: z.string().nullable().openapi({ description: 'Null if the account is deleted or suspended' }),
    role: z.enum(['OWNER', 'CO_AUTHOR']),
  })
  .openapi('CourseAuthor')

const NamedAuthorSchema = z
  .union([z.object({ userId: z.uuid() }), z.object({ email: EmailSchema })])
  .openapi({ description: 'A user with the role CREATOR or ADMIN, by id or by e-mail address' })

const TakeOverSchema = z.object({
  reason: z.string().trim().min(1).max(500),
  owner: NamedAuthorSchema.optional().openapi({ description: 'Default: the caller' }),
})

const EXAMPLE = { userId: AUTHOR_ID, username: 'ada_l', role: 'OWNER' as const }
const response = { data: z.array(AuthorSchema), example: [EXAMPLE] } as const
const courseResponse = { data: EditedCourseSchema, example: COURSE_EXAMPLE } as const

/** The owner and the co-authors of a course. All of them may edit it; the owner and an ADMIN choose them. */
export function courseAuthorRoutes(platform: Platform): Endpoint[] {
  const { db } = platform
  const edit = changeCatalog(platform)
  const refusals = [errors.course_not_found, errors.owned_by_pack, errors.not_an_author]
  const ownerRefusals = [...refusals, errors.not_the_owner, errors.no_such_author]

  /** The caller may have left the course with this request, and still gets the result. */
  const listAfter = (tx: Tx, courseId: CourseId, { userId }: Editor) =>
    listCourseAuthors(tx, courseId, { userId, role: 'ADMIN' })

  const chooseAuthor =
    (name: AuditAction, choose: typeof addCoAuthor) =>
    (
      tx: Tx,
      { caller, params, body, now }: AdminRequest<typeof CourseParams, undefined, typeof NamedAuthorSchema>,
    ) =>
      edit(tx, async () => {
        const courseId = params.id
        const change = await choose(tx, { courseId, author: body as NamedAuthor, editor: caller, now })
        return {
          data: await listAfter(tx, courseId, caller),
          act: auditedChange(name, courseId, change.userId, change),
        }
      })

  return [
    adminRead('GET /admin/courses/:id/authors', {
      summary: 'List the owner and the co-authors of a course',
      description: 'The owner first. For authors of the course and an ADMIN.',
      params: CourseParams,
      response,
      refusals,
      handle: ({ params, caller }) => listCourseAuthors(db, params.id, caller),
    }),

    adminAction('POST /admin/courses/:id/authors', {
      summary: 'Add a co-author to a course',
      description:
        'A co-author may edit, publish and archive the course, and reviews its submissions. The course pays its authors nothing, also after they have left. For the owner and an ADMIN. A repeated request changes nothing.',
      params: CourseParams,
      body: NamedAuthorSchema,
      bodyExample: { email: 'ada@example.com' },
      response: { ...response, status: 201 },
      refusals: [...ownerRefusals, errors.too_many_co_authors],
      perform: chooseAuthor('course.author_added', addCoAuthor),
    }),

    adminAction('DELETE /admin/courses/:id/authors/:userId', {
      summary: 'Remove a co-author from a course',
      description:
        'For the owner and an ADMIN; a co-author may also leave. What the co-author scheduled is published in the name of the owner. The owner cannot be removed: transfer the course.',
      params: CourseParams.extend({ userId: IdParam as unknown as z.ZodType<UserId, string> }),
      response,
      refusals: [...refusals, errors.not_the_owner, errors.co_author_not_found],
      perform: (tx, { caller, params: { id: courseId, userId } }) =>
        edit(tx, async () => {
          const change = await removeCoAuthor(tx, { courseId, userId, editor: caller })
          await handOverSchedules(tx, { courseId, from: userId, to: change.after.ownerId })
          return {
            data: await listAfter(tx, courseId, caller),
            act: auditedChange('course.author_removed', courseId, userId, change),
          }
        }),
    }),

    adminAction('POST /admin/courses/:id/transfer', {
      summary: 'Transfer a course to another author',
      description:
        'The previous owner stays as a co-author, and both get a notification. For the owner and an ADMIN. A transfer to the owner changes nothing.',
      params: CourseParams,
      body: NamedAuthorSchema,
      bodyExample: { userId: AUTHOR_ID },
      response,
      refusals: ownerRefusals,
      perform: chooseAuthor('course.transferred', transferCourse),
    }),

    adminAction('POST /admin/courses/:id/take-over', {
      summary: 'Take over a course of a content pack',
      description:
        'Makes it a course of the caller, or of the named author, who may edit it from then on. All ids stay, so learners keep progress, answers, certificates and enrollments. Later imports of the pack leave it as it is and name it in their report. The course pays its new owner nothing.',
      params: CourseParams,
      body: TakeOverSchema,
      bodyExample: { reason: 'We adapt it to our own course.', owner: { userId: AUTHOR_ID } },
      response: courseResponse,
      refusals: [errors.course_not_found, errors.not_of_a_pack, errors.no_such_author],
      perform: (tx, { caller, params: { id: courseId }, body: { reason, owner }, now }) =>
        edit(tx, async () => {
          const author = owner as NamedAuthor | undefined
          const { ownerId, packId, key } = await takeOverCourse(tx, { courseId, author, editor: caller, now })
          const subject = { kind: 'course', id: courseId }
          return {
            data: await getEditedCourse(tx, courseId, caller),
            act: {
              name: 'course.taken_over',
              subject,
              userId: ownerId,
              before: { packId, key },
              after: { ownerId },
              personalTexts: { reason },
            },
          }
        }),
    }),

    adminAction('DELETE /admin/courses/:id/take-over', {
      summary: 'Give a course back to its content pack',
      description:
        'The course is read-only again. Learners see the same as before until the next import of the pack, which restores its texts. Changes that are not published and schedules are discarded, and the open review request is withdrawn. Lessons that authors added stay, as content that the pack does not have; their questions of the test are archived.',
      params: CourseParams,
      response: withExample(courseResponse, { origin: 'PACK', canEdit: false, ownerId: null }),
      refusals: [errors.course_not_found, errors.owned_by_pack, errors.not_taken_over],
      perform: (tx, { caller, params: { id: courseId }, now }) =>
        edit(tx, async () => {
          const { ownerId, packId, key } = await giveBackCourse(tx, { courseId, editor: caller, now })
          await withdrawOpenReviews(tx, { courseId, userId: caller.userId, now })
          const subject = { kind: 'course', id: courseId }
          return {
            data: await getEditedCourse(tx, courseId, caller),
            act: { name: 'course.given_back', subject, before: { ownerId }, after: { packId, key } },
          }
        }),
    }),
  ]
}

function auditedChange(name: AuditAction, courseId: CourseId, userId: UserId, { before, after }: TeamChange) {
  const changes = changesBetween(before, after)
  return changes && { name, subject: { kind: 'course', id: courseId }, userId, ...changes }
}
