import type { Db } from '../../../platform/db/database.ts'
import type { Id, UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'

export type NoteId = Id<'UserNote'>

interface UserNote {
  id: NoteId
  userId: UserId
  authorId: UserId
  text: string
  createdAt: Date
}

export async function insertNote(tx: Tx, { id, userId, authorId, text, createdAt }: UserNote): Promise<void> {
  await tx`
    insert into user_note (id, user_id, author_id, text, created_at)
    values (${id}, ${userId}, ${authorId}, ${text}, ${createdAt})`
}

/** The notes on a user, newest first. */
export function listNotes(
  db: Db,
  userId: UserId,
  { limit, offset }: { limit: number; offset: number },
): Promise<UserNote[]> {
  return db<UserNote>`
    select id, user_id as "userId", author_id as "authorId", text, created_at as "createdAt"
    from user_note where user_id = ${userId} order by id desc limit ${limit} offset ${offset}`
}

const COUNT_LIMIT = 10_000

/** Counts at most 10,000 notes. */
export async function countNotes(db: Db, userId: UserId): Promise<number> {
  const [row] = await db<{ total: number }>`
    select count(*)::integer as total from (
      select from user_note where user_id = ${userId} limit ${COUNT_LIMIT}
    ) found`
  return row!.total
}

/** Locks the note until commit. */
export async function lockNote(
  tx: Tx,
  { userId, noteId }: { userId: UserId; noteId: NoteId },
): Promise<Pick<UserNote, 'authorId'> | undefined> {
  const [row] = await tx<Pick<UserNote, 'authorId'>>`
    select author_id as "authorId" from user_note where id = ${noteId} and user_id = ${userId} for update`
  return row
}

export async function deleteNote(tx: Tx, noteId: NoteId): Promise<void> {
  await tx`delete from user_note where id = ${noteId}`
}
