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
import { QUIZ_PREFIX } from './question-keys.ts'

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

/** What a course of a pack was, by which it can be given back. */
interface TakenOver {
  packId: string | null
  key: string
  /** The keys of its questions by their ids. */
  questions: Record<string, string>
}

/**
 * Makes a course of a pack a course of an author. All ids stay, so progress and answers do; the keys change, so imports of the pack
 * no longer find it.
 */
export async function takeOverCourse(
  tx: Tx,
  { courseId, author, editor, now }: ChangeAuthors & { author: NamedAuthor | undefined },
): Promise<{ ownerId: UserId; packId: string | null; key: string }> {
  const { origin, title } = await getEditedCourse(tx, courseId, editor)
  if (origin !== 'PACK') throw errors.not_of_a_pack()
  const ownerId = author ? await findAuthor(tx, author) : editor.userId
  const { packId, key } = await storeTakenOver(tx, courseId, { ownerId, now })
  await addCourseAuthor(tx, courseId, ownerId)
  if (ownerId !== editor.userId)
    tx.emit(courseTransferred({ courseId, title, ownerId, previousOwnerId: null, at: now.toISOString() }))
  return { ownerId, packId, key }
}

/**
 * Gives a course back to its pack. Learners see the same as before until the next import of the pack. Changes that are not
 * published are discarded, and so are the schedules.
 */
export async function giveBackCourse(
  tx: Tx,
  { courseId, editor, now }: ChangeAuthors,
): Promise<{ ownerId: string | null; packId: string | null; key: string }> {
  const { ownerId } = await getEditableCourse(tx, courseId, editor)
  const { packId, key } = await restoreTakenOver(tx, courseId, now)
  return { ownerId, packId, key }
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

async function storeTakenOver(
  tx: Tx,
  courseId: CourseId,
  { ownerId, now }: { ownerId: UserId; now: Date },
): Promise<TakenOver> {
  const [taken] = await tx<TakenOver>`
    select course.pack_id as "packId", course.key,
      (select coalesce(jsonb_object_agg(question.id, question.key), '{}') from question
        where question.key ^@ (${QUIZ_PREFIX}::text || course.key || '/')) as questions
    from course where id = ${courseId}`
  await tx`
    update question set key = 'admin:' || id, pack_id = null, owner_id = ${ownerId}, version = version + 1,
      course_key = case when use = 'TEST' then 'admin:' || ${courseId}::text end
    where id = any(${Object.keys(taken!.questions)}::uuid[])`
  await tx`
    update course set key = 'admin:' || id, pack_id = null, taken_over = ${taken!}::jsonb, owner_id = ${ownerId},
      version = version + 1, updated_at = ${now}
    where id = ${courseId}`
  return taken!
}

/** Questions of the test that authors added are archived: the pool is that of the pack again. */
async function restoreTakenOver(tx: Tx, courseId: CourseId, now: Date): Promise<TakenOver> {
  const [row] = await tx<{ taken: TakenOver | null }>`
    select taken_over as taken from course where id = ${courseId}`
  const taken = row!.taken
  if (!taken) throw errors.not_taken_over()
  const { packId, key, questions } = taken
  await tx`
    update question set edited = null
    where edited is not null
      and id in (select unnest(questions_of(all_slides(lesson))) from lesson where course_id = ${courseId})`
  await tx`
    update question set archived_at = coalesce(archived_at, ${now}::timestamptz), is_draft = false, course_key = ${key}
    where use = 'TEST' and course_key = 'admin:' || ${courseId}::text and id <> all(${Object.keys(questions)}::uuid[])`
  await tx`
    update question set key = taken.key, pack_id = ${packId}, owner_id = null, edited = null, version = version + 1,
      course_key = case when use = 'TEST' then ${key}::text end
    from jsonb_each_text(${questions}::jsonb) as taken (id, key) where question.id = taken.id::uuid`
  await tx`
    update lesson set edited = null, schedule = null, preview_nonce = null, version = version + 1
    where course_id = ${courseId} and (edited is not null or schedule is not null or preview_nonce is not null)`
  await tx`
    update course set key = ${key}, pack_id = ${packId}, taken_over = null, owner_id = null, co_author_ids = '{}',
      edited = null, schedule = null, cover_medium_id = null, version = version + 1, updated_at = ${now}
    where id = ${courseId}`
  return taken
}
