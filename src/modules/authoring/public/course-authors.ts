import { coAuthorAdded, courseTransferred } from '../../../events/authoring.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { findAccount, findAccountByEmail } from '../../accounts/public/account.ts'
import { listRecipients } from '../../accounts/public/recipients.ts'
import type { CourseId } from '../../catalog/public/catalog.ts'
import { errors } from '../errors.ts'
import { getEditableCourse } from './edit-course.ts'
import { type Editor, requireEditable } from './editor.ts'
import { getEditedCourse } from './list-content.ts'

const MAX_CO_AUTHORS = 20

/** The owner first. The name is null if the account is deleted or suspended. */
export interface CourseAuthor {
  userId: UserId
  username: string | null
  role: 'OWNER' | 'CO_AUTHOR'
}

/** Names an author by id or by e-mail address. */
export type NamedAuthor = { userId: UserId } | { email: string }

/** Who may edit a course besides administrators. */
interface CourseTeam {
  ownerId: UserId | null
  coAuthorIds: UserId[]
}

export interface TeamChange {
  before: CourseTeam
  after: CourseTeam
}

/** Returns the owner and the co-authors to one of them or to an ADMIN. */
export async function listCourseAuthors(db: Db, courseId: CourseId, editor: Editor): Promise<CourseAuthor[]> {
  requireEditable(await getEditedCourse(db, courseId, editor), editor)
  const { ownerId, coAuthorIds } = await findCourseTeam(db, courseId)
  const people = await listRecipients(db, [...(ownerId ? [ownerId] : []), ...coAuthorIds])
  const toAuthor = (userId: UserId, role: CourseAuthor['role']): CourseAuthor => ({
    userId,
    username: people.get(userId)?.username ?? null,
    role,
  })
  return [
    ...(ownerId ? [toAuthor(ownerId, 'OWNER')] : []),
    ...coAuthorIds.map((userId) => toAuthor(userId, 'CO_AUTHOR')),
  ]
}

interface ChangeAuthors {
  courseId: CourseId
  editor: Editor
  now: Date
}

/** Makes an author a co-author. The owner, or a co-author, is added once: a repeated request changes nothing. */
export async function addCoAuthor(
  tx: Tx,
  { courseId, author, editor, now }: ChangeAuthors & { author: NamedAuthor },
): Promise<TeamChange & { userId: UserId }> {
  const { title, before } = await getOwnedTeam(tx, courseId, editor)
  const userId = await findAuthor(tx, author)
  if (userId === before.ownerId || before.coAuthorIds.includes(userId))
    return { before, after: before, userId }
  if (before.coAuthorIds.length >= MAX_CO_AUTHORS) throw errors.too_many_co_authors()
  const after = { ...before, coAuthorIds: [...before.coAuthorIds, userId] }
  await updateCourseTeam(tx, courseId, after)
  await addCourseAuthor(tx, courseId, userId)
  tx.emit(coAuthorAdded({ userId, courseId, title, at: now.toISOString() }))
  return { before, after, userId }
}

/** Removes a co-author, who may also leave. The course still pays nothing to this user, who has seen its solutions. */
export async function removeCoAuthor(
  tx: Tx,
  { courseId, userId, editor }: Omit<ChangeAuthors, 'now'> & { userId: UserId },
): Promise<TeamChange> {
  const { before } =
    userId === editor.userId ? await getTeam(tx, courseId, editor) : await getOwnedTeam(tx, courseId, editor)
  if (!before.coAuthorIds.includes(userId)) throw errors.co_author_not_found()
  const after = { ...before, coAuthorIds: before.coAuthorIds.filter((id) => id !== userId) }
  await updateCourseTeam(tx, courseId, after)
  return { before, after }
}

/** Gives the course to another author. The previous owner stays as a co-author, and both are notified. */
export async function transferCourse(
  tx: Tx,
  { courseId, author, editor, now }: ChangeAuthors & { author: NamedAuthor },
): Promise<TeamChange & { userId: UserId }> {
  const { title, before } = await getOwnedTeam(tx, courseId, editor)
  const ownerId = await findAuthor(tx, author)
  const previousOwnerId = before.ownerId
  if (ownerId === previousOwnerId) return { before, after: before, userId: ownerId }
  const others = before.coAuthorIds.filter((id) => id !== ownerId)
  const after = { ownerId, coAuthorIds: previousOwnerId ? [...others, previousOwnerId] : others }
  await updateCourseTeam(tx, courseId, after)
  await addCourseAuthor(tx, courseId, ownerId)
  tx.emit(courseTransferred({ courseId, title, ownerId, previousOwnerId, at: now.toISOString() }))
  return { before, after, userId: ownerId }
}

/** Requires the owner or an ADMIN. The caller has locked the catalog, so the team cannot change meanwhile. */
async function getOwnedTeam(tx: Tx, courseId: CourseId, editor: Editor) {
  const found = await getTeam(tx, courseId, editor)
  if (editor.role !== 'ADMIN' && found.before.ownerId !== editor.userId) throw errors.not_the_owner()
  return found
}

async function getTeam(tx: Tx, courseId: CourseId, editor: Editor) {
  const { title } = await getEditableCourse(tx, courseId, editor)
  return { title, before: await findCourseTeam(tx, courseId) }
}

/** An unknown address and one of a learner get the same error, so that the endpoint tells nothing about learners. */
async function findAuthor(tx: Tx, author: NamedAuthor): Promise<UserId> {
  const account =
    'userId' in author ? await findAccount(tx, author.userId) : await findAccountByEmail(tx, author.email)
  const isAuthor = account?.role === 'CREATOR' || account?.role === 'ADMIN'
  if (!account || !isAuthor || account.suspendedAt) throw errors.no_such_author()
  return account.id
}

/** Records that the user wrote a part of the course. The course pays its authors nothing. */
export async function addCourseAuthor(tx: Tx, courseId: CourseId, userId: UserId): Promise<void> {
  await tx`
    update course set author_ids = array_append(author_ids, ${userId}::uuid)
    where id = ${courseId} and not ${userId}::uuid = any(author_ids)`
}

/** The course exists. */
async function findCourseTeam(db: Db, courseId: CourseId): Promise<CourseTeam> {
  const [row] = await db<CourseTeam>`
    select owner_id as "ownerId", to_jsonb(co_author_ids) as "coAuthorIds" from course where id = ${courseId}`
  return row!
}

async function updateCourseTeam(
  tx: Tx,
  courseId: CourseId,
  { ownerId, coAuthorIds }: CourseTeam,
): Promise<void> {
  await tx`
    update course set owner_id = ${ownerId}::uuid, co_author_ids = ${coAuthorIds}::uuid[]
    where id = ${courseId}`
}
