import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { deleteUserStates, listOwnUserStates } from './queries.ts'

/** What is kept of a user's dealings with campaigns, for the document of all their data. */
export async function exportPersonalData(db: Db, userId: UserId): Promise<unknown> {
  return listOwnUserStates(db, userId)
}

/** What somebody saw and tapped goes with them; the campaign's figures never had a name. */
export async function erasePersonalData(tx: Tx, { data }: DomainEvent<{ userId: UserId }>): Promise<void> {
  await deleteUserStates(tx, data.userId)
}
