import type { Db } from '../../../platform/db/database.ts'
import { newId, type UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { lockSubscribers } from '../queries.ts'
import { recordPurchaseEvent } from '../record-purchase-event.ts'
import { GRANT_PURCHASE_ID, type PurchaseEvent } from '../subscription.ts'

interface GrantPremium {
  userId: UserId
  /** Null: unlimited. */
  until: Date | null
  now: Date
}

/** Grants premium without a purchase. A user has at most one grant, in addition to purchases. */
export function grantPremium(tx: Tx, { userId, until, now }: GrantPremium): Promise<void> {
  return record(tx, userId, now, { type: 'ADMIN_GRANT', expiresAtMs: until?.getTime() ?? null })
}

/** Ends the grant now. Purchases of the user are not affected. */
export function revokeGrant(tx: Tx, { userId, now }: Omit<GrantPremium, 'until'>): Promise<void> {
  return record(tx, userId, now, { type: 'EXPIRATION', expiresAtMs: now.getTime() })
}

/** The user's current grant. */
export async function findGrant(db: Db, { userId, now }: Omit<GrantPremium, 'until'>) {
  const [grant] = await db<{ until: Date | null }>`
    select expires_at as until from subscription
    where subscriber = ${userId} and purchase = ${GRANT_PURCHASE_ID} and (expires_at is null or expires_at > ${now})`
  return grant
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
