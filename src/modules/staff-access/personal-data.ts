import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { erasePersonalDetails, listEntriesOfUser } from './queries.ts'

export function exportPersonalData(db: Db, userId: UserId): Promise<unknown> {
  return listEntriesOfUser(db, userId)
}

/** Deletes the personal details of audit entries. The entries stay, with the id of the deleted account. */
export async function erasePersonalData(tx: Tx, { data }: DomainEvent<{ userId: UserId }>): Promise<void> {
  await erasePersonalDetails(tx, data.userId)
}
