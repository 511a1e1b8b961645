import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import type { Tx } from '../../platform/transaction/tx.ts'

/** The notes of staff on the user, without their authors (decision 80). */
export function exportPersonalData(db: Db, userId: UserId): Promise<unknown> {
  return db`select text, created_at as "createdAt" from user_note where user_id = ${userId} order by id`
}

/** Deletes the notes on the user. Notes that the user wrote about others belong to those users. */
export async function erasePersonalData(tx: Tx, { data }: DomainEvent<{ userId: UserId }>): Promise<void> {
  await tx`delete from user_note where user_id = ${data.userId}`
}
