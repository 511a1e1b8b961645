import { addMs, now as clock, MINUTE_MS, SECOND_MS } from '../../../platform/clock.ts'
import { describeError } from '../../../platform/describe-error.ts'
import { newId } from '../../../platform/ids.ts'
import { log } from '../../../platform/log.ts'
import type { PaymentDeps } from '../deps.ts'
import { reconcileOrderJob } from '../jobs.ts'
import type { Order, OrderId } from '../public/order.ts'
import { findOrder } from '../queries.ts'
import { applyProviderStatus } from './apply-provider-status.ts'
import { type ProviderStatus, pollProvider } from './poll-provider.ts'
import { claimOrder, listDueOrders, lockClaimedOrder, releaseClaim } from './queries.ts'

/** Longer than any provider is waited for, so that a claim is lost only with its process. */
const CLAIM_MS = 2 * MINUTE_MS
const BACKOFF_MS = [2, 5, 15, 60, 300].map((seconds) => seconds * SECOND_MS)
/** A request that was not answered may still have its effect for so long. */
const REQUEST_OUTSTANDING_MS = 15 * MINUTE_MS
const BATCH_SIZE = 200

/**
 * Takes the next step of an order that is due: claims it, asks the provider with no transaction open, and records what came
 * of it if the claim is still its own. Stopped anywhere, the next run asks what the provider knows before it asks for more.
 * An `appointment` that was moved since is none: whoever moved it has left a job for the new one, and were this one kept as
 * well, every webhook of an order would have it asked about once more, again and again.
 */
export async function reconcileOrder(deps: PaymentDeps, id: OrderId, scheduledFor?: Date): Promise<void> {
  const claimId = newId()
  const claimedAt = clock()
  const { write } = deps.platform
  const order = await write(async (tx) => {
    const until = addMs(claimedAt, CLAIM_MS)
    const uncertainUntil = addMs(claimedAt, REQUEST_OUTSTANDING_MS)
    const claim = { id, claimId, until, uncertainUntil, scheduledFor, now: claimedAt }
    const isClaimed = await claimOrder(tx, claim)
    return isClaimed ? findOrder(tx, id) : undefined
  })
  if (!order) return
  const providerStatus = await pollProvider(deps, order, claimedAt)
  await write(async (tx) => {
    const now = clock()
    const lockedOrder = await lockClaimedOrder(tx, id, claimId)
    if (!lockedOrder) return
    const nextPoll = await applyProviderStatus(tx, lockedOrder, providerStatus, now)
    const checkAt = await releaseClaim(tx, {
      id,
      checkAt: nextPoll === 'later' ? nextPollTime(lockedOrder, now) : nextPoll === 'now' ? now : null,
      uncertainUntil: uncertainUntil(lockedOrder, providerStatus, now),
    })
    if (checkAt) {
      const due = { orderId: id, checkAt: checkAt.toISOString() }
      tx.enqueue(reconcileOrderJob, due, { startAfter: checkAt })
    }
  })
}

/** Finds whatever is due, whatever became of its job. One order's fault is not another's, and is told when all are done. */
export async function reconcileDueOrders(deps: PaymentDeps, signal?: AbortSignal): Promise<number> {
  const now = clock()
  const due = await listDueOrders(deps.platform.db, now, BATCH_SIZE)
  const queue = due.values()
  const faults: unknown[] = []
  const worker = async () => {
    for (const id of queue) {
      if (signal?.aborted) return
      await reconcileOrder(deps, id, now).catch((fault) => {
        log.error({ orderId: id, fault: describeError(fault) }, 'payments: an order could not be taken up')
        faults.push(fault)
      })
    }
  }
  await Promise.all(Array.from({ length: 5 }, worker))
  if (faults.length > 0) throw faults[0]
  return due.length
}

/** Later and later; an unpaid order is looked at when it expires, at the latest. */
function nextPollTime({ tries, expiresAt, status }: Order, now: Date): Date {
  const pause = BACKOFF_MS[Math.min(Math.max(tries, 1), BACKOFF_MS.length) - 1]!
  const next = addMs(now, status === 'PENDING_PAYMENT' ? Math.max(pause, 15 * SECOND_MS) : pause)
  return expiresAt && expiresAt > now && expiresAt < next ? expiresAt : next
}

function uncertainUntil(
  { uncertainUntil: known }: Order,
  providerStatus: ProviderStatus,
  now: Date,
): Date | null {
  return providerStatus.kind === 'uncertain' && providerStatus.mayHaveTakenEffect
    ? addMs(now, REQUEST_OUTSTANDING_MS)
    : known
}
