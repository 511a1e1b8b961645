import type { Db } from '../../../platform/db/database.ts'
import { newId, type UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { findExpiry, lockSubscribers } from '../queries.ts'
import { recordPurchaseEvent } from '../record-purchase-event.ts'
import { GRANT_PURCHASE_ID, type PurchaseEvent } from '../subscription.ts'

export interface GrantPremium {
  userId: UserId
  /** Null: for good. */
  until: Date | null
  now: Date
}

/** Opens premium to a user without a purchase. It stands beside what they buy. */
export function grantPremium(tx: Tx, { userId, until, now }: GrantPremium): Promise<void> {
  return record(tx, userId, now, { type: 'ADMIN_GRANT', expiresAtMs: until?.getTime() ?? null })
}

/** Ends a grant at once. What the user has bought stays. */
export function revokeGrant(tx: Tx, { userId, now }: Omit<GrantPremium, 'until'>): Promise<void> {
  return record(tx, userId, now, { type: 'EXPIRATION', expiresAtMs: now.getTime() })
}

/** The grant that opens premium to a user now. */
export async function findGrant(
  db: Db,
  { userId, now }: Omit<GrantPremium, 'until'>,
): Promise<{ until: Date | null } | undefined> {
  const until = await findExpiry(db, userId, GRANT_PURCHASE_ID)
  return until === undefined || (until && until <= now) ? undefined : { until }
}

async function record(
  tx: Tx,
  userId: UserId,
  now: Date,
  details: Pick<PurchaseEvent, 'type' | 'expiresAtMs'>,
): Promise<void> {
  await lockSubscribers(tx, [userId])
  const event: PurchaseEvent = {
    id: `${GRANT_PURCHASE_ID}:${newId()}`,
    atMs: now.getTime(),
    productId: null,
    store: 'PROMOTIONAL',
    periodType: 'PROMOTIONAL',
    entitlementIds: ['premium'],
    purchasedAtMs: null,
    graceEndsAtMs: null,
    autoResumeAtMs: null,
    reason: null,
    ...details,
  }
  await recordPurchaseEvent(tx, { subscriber: userId, userId, purchase: GRANT_PURCHASE_ID, event, now })
}
