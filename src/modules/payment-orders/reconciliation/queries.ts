import type { OrderId } from '../../../events/payment-orders.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import type { Order } from '../public/order.ts'
import { findOrder } from '../queries.ts'

interface Claim {
  id: OrderId
  claimId: string
  until: Date
  requestOutstandingUntil: Date
  /** Claims the order only if it is due by this time. */
  scheduledFor?: Date | undefined
  now: Date
}

/**
 * Claims the order for one worker. A claim that was never released belongs to a dead process; its request may still take
 * effect until `requestOutstandingUntil`.
 */
export async function claimOrder(
  tx: Tx,
  { id, claimId, until, requestOutstandingUntil, scheduledFor, now }: Claim,
): Promise<boolean> {
  const rows = await tx`
    update payment_order set claim_id = ${claimId}, claimed_until = ${until}, next_poll_at = ${until},
      poll_attempts = poll_attempts + 1,
      request_outstanding_until = case when claim_id is null then request_outstanding_until
        else ${requestOutstandingUntil} end
    where id = ${id} and next_poll_at <= coalesce(${scheduledFor ?? null}::timestamptz, 'infinity')
      and (claimed_until is null or claimed_until <= ${now})
    returning id`
  return rows.length > 0
}

/** Locks the order until commit if the claim is still valid. */
export async function lockClaimedOrder(tx: Tx, id: OrderId, claimId: string): Promise<Order | undefined> {
  const [locked] = await tx`
    select id from payment_order where id = ${id} and claim_id = ${claimId} for no key update`
  return locked ? findOrder(tx, id) : undefined
}

/** Releases the claim and returns the time of the next poll. A poll that was scheduled during the claim wins. */
export async function releaseClaim(
  tx: Tx,
  {
    id,
    nextPollAt,
    requestOutstandingUntil,
  }: { id: OrderId; nextPollAt: Date | null; requestOutstandingUntil: Date | null },
): Promise<Date | null> {
  const [row] = await tx<{ nextPollAt: Date | null }>`
    update payment_order set claim_id = null, claimed_until = null,
      request_outstanding_until = ${requestOutstandingUntil},
      next_poll_at = case when next_poll_at < claimed_until then next_poll_at else ${nextPollAt}::timestamptz end
    where id = ${id} returning next_poll_at as "nextPollAt"`
  return row!.nextPollAt
}

export async function listDueOrders(db: Db, now: Date, limit: number): Promise<OrderId[]> {
  const rows = await db<{ id: OrderId }>`
    select id from payment_order
    where next_poll_at <= ${now} and (claimed_until is null or claimed_until <= ${now})
    order by next_poll_at limit ${limit}`
  return rows.map(({ id }) => id)
}

/** Lists open orders and orders that changed since a time, sorted by id. */
export async function listOrdersSince(
  db: Db,
  { since, after, limit }: { since: Date; after: OrderId | undefined; limit: number },
): Promise<Order[]> {
  return db<Order>`
    select * from payment_order_row
    where (${after ?? null}::uuid is null or id > ${after ?? null}::uuid)
      and ("updatedAt" >= ${since} or not payment_order_is_closed(direction, status))
    order by id limit ${limit}`
}
