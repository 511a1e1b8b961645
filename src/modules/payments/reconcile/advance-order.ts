import { now as clock, later, MINUTE_MS, SECOND_MS } from '../../../platform/clock.ts'
import { describeFault } from '../../../platform/describe-fault.ts'
import { newId } from '../../../platform/ids.ts'
import { log } from '../../../platform/log.ts'
import { advanceOrderJob } from '../jobs.ts'
import type { Order, OrderId } from '../orders/order.ts'
import { findOrder } from '../orders/queries.ts'
import type { PaymentParts } from '../parts.ts'
import { askAboutOrder, type News } from './ask-about-order.ts'
import { claimOrder, listDueOrders, lockClaimed, releaseClaim } from './queries.ts'
import { recordNews } from './record-news.ts'

/** Longer than any provider is waited for, so that a claim is lost only with its process. */
const CLAIM_MS = 2 * MINUTE_MS
const PAUSES_MS = [2, 5, 15, 60, 300].map((seconds) => seconds * SECOND_MS)
/** A request that was not answered may still have its effect for so long. */
const UNCERTAIN_MS = 15 * MINUTE_MS
const SWEPT_AT_ONCE = 200

/**
 * Takes the next step of an order that is due: claims it, asks the provider with no transaction open, and records what came
 * of it if the claim is still its own. Stopped anywhere, the next run asks what the provider knows before it asks for more.
 * An `appointment` that was moved since is none: whoever moved it has left a job for the new one, and were this one kept as
 * well, every webhook of an order would have it asked about once more, again and again.
 */
export async function advanceOrder(parts: PaymentParts, id: OrderId, appointment?: Date): Promise<void> {
  const claimId = newId()
  const claimedAt = clock()
  const { write } = parts.platform
  const order = await write(async (tx) => {
    const until = later(claimedAt, CLAIM_MS)
    const uncertainUntil = later(claimedAt, UNCERTAIN_MS)
    const claim = { id, claimId, until, uncertainUntil, appointment, now: claimedAt }
    const isClaimed = await claimOrder(tx, claim)
    return isClaimed ? findOrder(tx, id) : undefined
  })
  if (!order) return
  const news = await askAboutOrder(parts, order, claimedAt)
  await write(async (tx) => {
    const now = clock()
    const held = await lockClaimed(tx, id, claimId)
    if (!held) return
    const isOpen = await recordNews(tx, held, news, now)
    const checkAt = await releaseClaim(tx, {
      id,
      checkAt: isOpen === 'open' ? nextCheck(held, now) : isOpen === 'at once' ? now : null,
      uncertainUntil: uncertainUntil(held, news, now),
    })
    if (checkAt) {
      const due = { orderId: id, checkAt: checkAt.toISOString() }
      tx.enqueue(advanceOrderJob, due, { startAfter: checkAt })
    }
  })
}

/** Finds whatever is due, whatever became of its job. One order's fault is not another's, and is told when all are done. */
export async function sweepOrders(parts: PaymentParts, signal?: AbortSignal): Promise<number> {
  const now = clock()
  const due = await listDueOrders(parts.platform.db, now, SWEPT_AT_ONCE)
  const queue = due.values()
  const faults: unknown[] = []
  const worker = async () => {
    for (const id of queue) {
      if (signal?.aborted) return
      await advanceOrder(parts, id, now).catch((fault) => {
        log.error({ orderId: id, fault: describeFault(fault) }, 'payments: an order could not be taken up')
        faults.push(fault)
      })
    }
  }
  await Promise.all(Array.from({ length: 5 }, worker))
  if (faults.length > 0) throw faults[0]
  return due.length
}

/** Later and later; an unpaid order is looked at when it expires, at the latest. */
function nextCheck({ tries, expiresAt, status }: Order, now: Date): Date {
  const pause = PAUSES_MS[Math.min(Math.max(tries, 1), PAUSES_MS.length) - 1]!
  const next = later(now, status === 'PENDING_PAYMENT' ? Math.max(pause, 15 * SECOND_MS) : pause)
  return expiresAt && expiresAt > now && expiresAt < next ? expiresAt : next
}

function uncertainUntil({ uncertainUntil: known }: Order, news: News, now: Date): Date | null {
  return news.kind === 'uncertain' && news.mayBeDone ? later(now, UNCERTAIN_MS) : known
}
