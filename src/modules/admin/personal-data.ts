import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { erasePersonalDetails, listEntriesOfUser } from './audit-log/queries.ts'

export function exportActs(db: Db, userId: UserId): Promise<unknown> {
  return listEntriesOfUser(db, userId)
}

/** What was done stays written, under an id without a name; words and addresses go. */
export async function forgetActs(tx: Tx, { data }: DomainEvent<{ userId: UserId }>): Promise<void> {
  await erasePersonalDetails(tx, data.userId)
}
