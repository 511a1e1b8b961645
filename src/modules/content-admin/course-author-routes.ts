import type { Endpoint } from '../../platform/http/endpoint.ts'
import { IdParam } from '../../platform/http/schemas.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { z } from '../../platform/zod.ts'
import { EmailSchema } from '../accounts/public/account-fields.ts'
import { errors } from '../authoring/errors.ts'
import { changeCatalog } from '../authoring/public/change-catalog.ts'
import {
  addCoAuthor,
  listCourseAuthors,
  type NamedAuthor,
  removeCoAuthor,
  type TeamChange,
  transferCourse,
} from '../authoring/public/course-authors.ts'
import type { Editor } from '../authoring/public/editor.ts'
import type { CourseId } from '../catalog/public/catalog.ts'
import { handOverSchedules } from '../publishing/public/schedule.ts'
import { adminAction, adminRead } from '../staff-access/public/admin-endpoint.ts'
import type { AuditAction } from '../staff-access/public/audit-actions.ts'
import { changesBetween } from '../staff-access/public/record-audit-entry.ts'
import { idParams } from './content-endpoints.ts'
import { AUTHOR_ID } from './content-examples.ts'

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

const EXAMPLE = { userId: AUTHOR_ID, username: 'ada_l', role: 'OWNER' as const }
const response = { status: 200, data: z.array(AuthorSchema), example: [EXAMPLE] } as const

/** The owner and the co-authors of a course. All of them may edit it; the owner and an ADMIN choose them. */
export function courseAuthorRoutes(platform: Platform): Endpoint[] {
  const { db } = platform
  const edit = changeCatalog(platform)
  const refusals = [errors.course_not_found, errors.owned_by_pack, errors.not_an_author]
  const ownerRefusals = [...refusals, errors.not_the_owner, errors.no_such_author]

  /** The caller may have left the course with this request, and still gets the result. */
  const listAfter = (tx: Tx, courseId: CourseId, { userId }: Editor) =>
    listCourseAuthors(tx, courseId, { userId, role: 'ADMIN' })

  return [
    adminRead('GET /admin/courses/:id/authors', {
      summary: 'List the owner and the co-authors of a course',
      description: 'The owner first. For authors of the course and an ADMIN.',
      params: idParams<CourseId>(),
      response,
      refusals,
      handle: ({ params, caller }) => listCourseAuthors(db, params.id, caller),
    }),

    adminAction('POST /admin/courses/:id/authors', {
      summary: 'Add a co-author to a course',
      description:
        'A co-author may edit, publish and archive the course, and reviews its submissions. The course pays its authors nothing, also after they have left. For the owner and an ADMIN. A repeated request changes nothing.',
      params: idParams<CourseId>(),
      body: NamedAuthorSchema,
      bodyExample: { email: 'ada@example.com' },
      response: { ...response, status: 201 },
      refusals: [...ownerRefusals, errors.too_many_co_authors],
      perform: (tx, { caller, params: { id: courseId }, body, now }) =>
        edit(tx, async () => {
          const author = body as NamedAuthor
          const change = await addCoAuthor(tx, { courseId, author, editor: caller, now })
          return {
            data: await listAfter(tx, courseId, caller),
            act: auditedChange('course.author_added', courseId, change.userId, change),
          }
        }),
    }),

    adminAction('DELETE /admin/courses/:id/authors/:userId', {
      summary: 'Remove a co-author from a course',
      description:
        'For the owner and an ADMIN; a co-author may also leave. What the co-author scheduled is published in the name of the owner. The owner cannot be removed: transfer the course.',
      params: z.object({
        id: IdParam as unknown as z.ZodType<CourseId, string>,
        userId: IdParam as unknown as z.ZodType<UserId, string>,
      }),
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
      params: idParams<CourseId>(),
      body: NamedAuthorSchema,
      bodyExample: { userId: AUTHOR_ID },
      response,
      refusals: ownerRefusals,
      perform: (tx, { caller, params: { id: courseId }, body, now }) =>
        edit(tx, async () => {
          const author = body as NamedAuthor
          const change = await transferCourse(tx, { courseId, author, editor: caller, now })
          return {
            data: await listAfter(tx, courseId, caller),
            act: auditedChange('course.transferred', courseId, change.userId, change),
          }
        }),
    }),
  ]
}

function auditedChange(name: AuditAction, courseId: CourseId, userId: UserId, { before, after }: TeamChange) {
  const changes = changesBetween(before, after)
  return changes && { name, subject: { kind: 'course', id: courseId }, userId, ...changes }
}
