import type { Db } from '../../../platform/db/database.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import type { Order, OrderId } from '../public/order.ts'
import { findOrder } from '../queries.ts'

interface Claim {
  id: OrderId
  claimId: string
  until: Date
  uncertainUntil: Date
  /** Left out: whenever it is due. */
  scheduledFor?: Date | undefined
  now: Date
}

/**
 * The order goes to whoever comes first, for a while: two who ask the provider at once might contradict each other. A claim
 * that nobody let go of is that of a process which died: what it asked for may still have its effect until `uncertainUntil`.
 */
export async function claimOrder(
  tx: Tx,
  { id, claimId, until, uncertainUntil, scheduledFor, now }: Claim,
): Promise<boolean> {
  const rows = await tx`
    update payment_order set claim_id = ${claimId}, claimed_until = ${until}, next_poll_at = ${until}, tries = tries + 1,
      request_outstanding_until = case when claim_id is null then request_outstanding_until else ${uncertainUntil} end
    where id = ${id} and next_poll_at <= coalesce(${scheduledFor ?? null}::timestamptz, 'infinity')
      and (claimed_until is null or claimed_until <= ${now})
    returning id`
  return rows.length > 0
}

/** The same order, if the claim is still good. */
export async function lockClaimedOrder(tx: Tx, id: OrderId, claimId: string): Promise<Order | undefined> {
  const [locked] = await tx`
    select id from payment_order where id = ${id} and claim_id = ${claimId} for no key update`
  return locked ? findOrder(tx, id) : undefined
}

/** Says when the order is due next. Whoever wanted it looked at meanwhile, a webhook say, is not forgotten. */
export async function releaseClaim(
  tx: Tx,
  { id, checkAt, uncertainUntil }: { id: OrderId; checkAt: Date | null; uncertainUntil: Date | null },
): Promise<Date | null> {
  const [row] = await tx<{ checkAt: Date | null }>`
    update payment_order set claim_id = null, claimed_until = null, request_outstanding_until = ${uncertainUntil},
      next_poll_at = case when next_poll_at < claimed_until then next_poll_at else ${checkAt}::timestamptz end
    where id = ${id} returning next_poll_at as "checkAt"`
  return row!.checkAt
}

export async function listDueOrders(db: Db, now: Date, limit: number): Promise<OrderId[]> {
  const rows = await db<{ id: OrderId }>`
    select id from payment_order
    where next_poll_at <= ${now} and (claimed_until is null or claimed_until <= ${now})
    order by next_poll_at limit ${limit}`
  return rows.map(({ id }) => id)
}

/** Open ones, and those that moved since; in the order of their ids. */
export async function listOrdersSince(
  db: Db,
  { since, after, limit }: { since: Date; after: OrderId | undefined; limit: number },
): Promise<Order[]> {
  return db<Order>`
    select * from payment_order_row
    where (${after ?? null}::uuid is null or id > ${after ?? null}::uuid)
      and ("updatedAt" >= ${since} or status not in ('COMPLETED', 'EXPIRED', 'CANCELLED', 'REFUNDED'))
    order by id limit ${limit}`
}
