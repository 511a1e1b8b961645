import type { OrderId } from '../../../events/payment-orders.ts'
import { addMs, MINUTE_MS, SECOND_MS } from '../../../platform/clock.ts'
import { newId } from '../../../platform/ids.ts'
import { reconcile } from '../../../platform/jobs/reconciler.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { PaymentDeps } from '../deps.ts'
import { reconcileOrderJob } from '../jobs.ts'
import type { Order } from '../public/order.ts'
import { findOrder } from '../queries.ts'
import { applyProviderStatus } from './apply-provider-status.ts'
import { type ProviderStatus, pollProvider } from './poll-provider.ts'
import { claimOrder, listDueOrders, lockClaimedOrder, releaseClaim } from './queries.ts'

/** Longer than the timeout of any provider, so that a claim expires only if its process died. */
const CLAIM_MS = 2 * MINUTE_MS
const BACKOFF_MS = [2, 5, 15, 60, 300].map((seconds) => seconds * SECOND_MS)
/** An unanswered request may take effect for this long. */
const REQUEST_OUTSTANDING_MS = 15 * MINUTE_MS
const UNPAID_POLL_MS = 15 * SECOND_MS

/**
 * Claims a due order, polls the provider outside a transaction, and applies the answer if the claim is still valid. Skips a
 * job whose `scheduledFor` was replaced; the new check has its own job. After a crash, the next run asks for the state at
 * the provider before it repeats a request.
 */
export async function reconcileOrder(deps: PaymentDeps, id: OrderId, scheduledFor?: Date): Promise<void> {
  const claimId = newId()
  const claimedAt = deps.clock()
  const { write } = deps.platform
  const order = await write(async (tx) => {
    const until = addMs(claimedAt, CLAIM_MS)
    const requestOutstandingUntil = addMs(claimedAt, REQUEST_OUTSTANDING_MS)
    const claim = { id, claimId, until, requestOutstandingUntil, scheduledFor, now: claimedAt }
    const isClaimed = await claimOrder(tx, claim)
    return isClaimed ? findOrder(tx, id) : undefined
  })
  if (!order) return
  const providerStatus = await pollProvider(deps, order, claimedAt)
  await write(async (tx) => {
    const now = deps.clock()
    const lockedOrder = await lockClaimedOrder(tx, id, claimId)
    if (!lockedOrder) return
    const nextPoll = await applyProviderStatus(tx, lockedOrder, providerStatus, now)
    const nextPollAt = await releaseClaim(tx, {
      id,
      nextPollAt: nextPoll === 'later' ? nextPollTime(lockedOrder, now) : null,
      requestOutstandingUntil: requestOutstandingUntil(lockedOrder, providerStatus, now),
    })
    if (nextPollAt) {
      const job = { orderId: id, scheduledFor: nextPollAt.toISOString() }
      tx.enqueue(reconcileOrderJob, job, { startAfter: nextPollAt })
    }
  })
}

export async function hasDueOrders({ db }: Pick<Platform, 'db'>, now: Date): Promise<boolean> {
  return (await listDueOrders(db, now, 1)).length > 0
}

/** Reconciles due orders whose jobs were lost. */
export function reconcileDueOrders(deps: PaymentDeps, signal?: AbortSignal): Promise<number> {
  const now = deps.clock()
  return reconcile({
    name: 'payments.order',
    listDue: (limit) => listDueOrders(deps.platform.db, now, limit),
    process: (id) => reconcileOrder(deps, id, now),
    batchSize: 200,
    concurrency: 5,
    signal,
  })
}

/** Backs off, but polls an unpaid order no later than it expires. */
function nextPollTime({ pollAttempts, expiresAt, status }: Order, now: Date): Date {
  const pause = BACKOFF_MS[Math.min(Math.max(pollAttempts, 1), BACKOFF_MS.length) - 1]!
  const next = addMs(now, status === 'PENDING_PAYMENT' ? Math.max(pause, UNPAID_POLL_MS) : pause)
  return expiresAt && expiresAt > now && expiresAt < next ? expiresAt : next
}

function requestOutstandingUntil(
  { requestOutstandingUntil: known }: Order,
  providerStatus: ProviderStatus,
  now: Date,
): Date | null {
  return providerStatus.kind === 'uncertain' && providerStatus.mayHaveTakenEffect
    ? addMs(now, REQUEST_OUTSTANDING_MS)
    : known
}
