import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { deleteNotesOfUser, listNotesForExport } from './notes/queries.ts'

/** The notes of staff on the user, without their authors (decision 80). */
export function exportPersonalData(db: Db, userId: UserId): Promise<unknown> {
  return listNotesForExport(db, userId)
}

/** Deletes the notes on the user. Notes that the user wrote about others belong to those users. */
export async function erasePersonalData(tx: Tx, { data }: DomainEvent<{ userId: UserId }>): Promise<void> {
  await deleteNotesOfUser(tx, data.userId)
}
