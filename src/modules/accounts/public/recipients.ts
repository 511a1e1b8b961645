import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { listRecipientRows, type RecipientRow, shareLockRecipientRows } from './account.ts'

/** How somebody is to be spoken to. */
export type Recipient = RecipientRow

/** Those of them whose accounts are there and not suspended. */
export async function listRecipients(db: Db, userIds: UserId[]): Promise<Map<UserId, Recipient>> {
  return byId(await listRecipientRows(db, userIds))
}

/** The same, and none of them is deleted before this transaction ends: what it writes of them, a farewell then finds. */
export async function shareLockRecipients(tx: Tx, userIds: UserId[]): Promise<Map<UserId, Recipient>> {
  return byId(await shareLockRecipientRows(tx, userIds))
}

function byId(recipients: Recipient[]): Map<UserId, Recipient> {
  return new Map(recipients.map((recipient) => [recipient.userId, recipient]))
}
