import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { deleteSubscriberData, listEventsForExport, lockSubscribers } from './queries.ts'

/** What stores said of a user's purchases, for the document of all their data. */
export function exportSubscriptions(db: Db, userId: UserId): Promise<unknown> {
  return listEventsForExport(db, userId)
}

/**
 * What somebody bought goes with them; the store has it still, and so has who must account for it. It waits its turn, or
 * what is being noted in this moment would stay.
 */
export async function eraseSubscriptionData(
  tx: Tx,
  { data }: DomainEvent<{ userId: UserId }>,
): Promise<void> {
  await lockSubscribers(tx, [data.userId])
  await deleteSubscriberData(tx, data.userId)
}
