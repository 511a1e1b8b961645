import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { erasePersonalData, getPersonalData } from './queries.ts'

/** What is kept of a user's invitations, for the document of all their data. */
export async function exportReferrals(db: Db, userId: UserId): Promise<unknown> {
  return getPersonalData(db, userId)
}

/** The code ends with its account, and so does all that says where somebody came from. */
export async function eraseReferralData(tx: Tx, { data }: DomainEvent<{ userId: UserId }>): Promise<void> {
  await erasePersonalData(tx, data.userId)
}
