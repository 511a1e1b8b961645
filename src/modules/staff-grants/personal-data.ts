import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { eraseGrantTexts, listGrantsForExport } from './queries.ts'

/** What staff granted to the user or asked to grant, without the administrators. */
export function exportPersonalData(db: Db, userId: UserId): Promise<unknown> {
  return listGrantsForExport(db, userId)
}

/** Erases the texts about the user. The amounts stay, as in the ledger. */
export async function erasePersonalData(
  tx: Tx,
  { data }: DomainEvent<{ userId: UserId; at: string }>,
): Promise<void> {
  await eraseGrantTexts(tx, data.userId, new Date(data.at))
}
