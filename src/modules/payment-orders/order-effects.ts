import type { Hex } from 'viem'
import { retryTransaction } from '../../platform/chain/relayer/enqueue-transaction.ts'
import { log } from '../../platform/log.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { errors } from './errors.ts'
import { creditGems, postTokenTransfer, takeBackDelivery } from './ledger-postings.ts'
import { chainReference, type Order } from './public/order.ts'
import {
  releaseTokens,
  updateCollected,
  updateRefundedByHand,
  updateReviewNote,
  updateTransactionHash,
} from './queries.ts'
import { enqueueTokenMint } from './token-transfers.ts'

/** An order that does not proceed after this number of polls is noted for an operator. */
const POLLS_UNTIL_REVIEW = 8

interface EffectContext {
  cause: string
  now: Date
  /** Of the chain transaction that was confirmed. */
  transactionHash?: Hex
}

type Effect = (tx: Tx, order: Order, context: EffectContext) => Promise<void>

export const EFFECTS = {
  /** Delivers what a settled payment bought: credits gems, or enqueues the mint of the tokens. */
  deliver: async (tx, order, { now }) => {
    if (order.asset === 'GEMS') return creditGems(tx, order, now)
    await postTokenTransfer(tx, order, 'sent', now)
    await enqueueTokenMint(tx, order, 'deliver')
  },
  recordDelivery: async (tx, order, { transactionHash, now }) => {
    await updateTransactionHash(tx, order.id, transactionHash!)
    await postTokenTransfer(tx, order, 'delivered', now)
  },
  recordFailedDelivery: (tx, order, { now }) => postTokenTransfer(tx, order, 'undelivered', now),
  recordCollection: async (tx, { id, userId, tokenAmount }, { transactionHash, now }) => {
    await releaseTokens(tx, userId, tokenAmount)
    await updateCollected(tx, { id, transactionHash: transactionHash!, now })
  },
  releaseUncollectedTokens: async (tx, order, { now }) => {
    await releaseTokens(tx, order.userId, order.tokenAmount)
    await postTokenTransfer(tx, order, 'returned', now)
  },
  recordPayout: (tx, order, { now }) => postTokenTransfer(tx, order, 'paid', now),
  /** Enqueues the mint that returns the tokens of an off-ramp that was certainly not paid out. */
  returnTokens: (tx, order) => enqueueTokenMint(tx, order, 'returnTokens'),
  recordReturn: (tx, order, { now }) => postTokenTransfer(tx, order, 'returned', now),
  retryReturn: async (tx, { id }) => {
    const isRetried = await retryTransaction(tx, chainReference(id, 'returnTokens'))
    if (!isRetried) throw errors.move_not_allowed()
  },
  takeBackDelivery: (tx, order, { now }) => takeBackDelivery(tx, order, now),
  recordManualRefund: (tx, { id }) => updateRefundedByHand(tx, id),
  // The next three store the cause as the review note: always; after many polls; with an error in the log.
  note: (tx, { id }, { cause }) => updateReviewNote(tx, id, cause),
  noteIfStuck: async (tx, { id, pollAttempts }, { cause }) => {
    if (pollAttempts >= POLLS_UNTIL_REVIEW) await updateReviewNote(tx, id, cause)
  },
  flag: async (tx, { id, status }, { cause }) => {
    log.error({ orderId: id, status, reviewNote: cause }, 'payments: order flagged for manual review')
    await updateReviewNote(tx, id, cause)
  },
} satisfies Record<string, Effect>

export type OrderEffect = keyof typeof EFFECTS
