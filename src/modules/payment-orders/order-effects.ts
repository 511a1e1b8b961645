import { log } from '../../platform/log.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { transitionOrder } from './apply-order-event.ts'
import { creditGems, postTokenTransfer } from './ledger-postings.ts'
import type { Order } from './public/order.ts'
import { updateReviewNote } from './queries.ts'
import { enqueueTokenMint } from './token-transfers.ts'

/** Delivers what a settled payment bought: credits gems, or enqueues the mint of the tokens. */
export async function deliverOrder(tx: Tx, order: Order, cause: string, now: Date): Promise<void> {
  const received =
    order.status === 'PAYMENT_RECEIVED'
      ? order
      : await transitionOrder(tx, order, 'PAYMENT_RECEIVED', { cause, now })
  const processing = await transitionOrder(tx, received, 'PROCESSING', { cause: 'being delivered', now })
  if (order.asset === 'GEMS') {
    await creditGems(tx, processing, now)
    await transitionOrder(tx, processing, 'COMPLETED', { cause: 'gems credited', now })
    return
  }
  await postTokenTransfer(tx, processing, 'sent', now)
  await enqueueTokenMint(tx, processing, 'deliver')
}

/** Fails an off-ramp that was certainly not paid out, and enqueues the mint that returns the tokens to the user. */
export async function returnTokens(tx: Tx, order: Order, cause: string, now: Date): Promise<void> {
  await enqueueTokenMint(tx, await transitionOrder(tx, order, 'FAILED', { cause, now }), 'returnTokens')
}

/** Stores why an operator must look at the order. */
export async function flagForReview(tx: Tx, { id, status }: Order, reviewNote: string): Promise<void> {
  log.error({ orderId: id, status, reviewNote }, 'payments: order flagged for manual review')
  await updateReviewNote(tx, id, reviewNote)
}
