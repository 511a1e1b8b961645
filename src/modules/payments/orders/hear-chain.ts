import type { transactionConfirmed, transactionFailed } from '../../../platform/chain/relayer/events.ts'
import { now as clock } from '../../../platform/clock.ts'
import { assert } from '../../../platform/errors.ts'
import { log } from '../../../platform/log.ts'
import type { Tx } from '../../../platform/tx.ts'
import { releaseHold } from '../holds/queries.ts'
import { noteTokens } from './books.ts'
import { callFor } from './call-for.ts'
import { moveOrder } from './move-order.ts'
import { CHAIN_KINDS, type Order, orderIn } from './order.ts'
import { lockOrder, updateAttention, updateCollected, updateTransactionHash } from './queries.ts'

const KINDS: readonly string[] = Object.values(CHAIN_KINDS)

/** What the chain did for an order is done. */
export async function noteConfirmed(
  tx: Tx,
  { data }: ReturnType<typeof transactionConfirmed>,
): Promise<void> {
  if (!KINDS.includes(data.kind)) return
  const order = await heldOrder(tx, data.reference)
  const now = clock()
  const { transactionHash } = data
  if (data.kind === CHAIN_KINDS.collect && order.status === 'PROCESSING') {
    await releaseHold(tx, order.userId, order.tokenAmount)
    await updateCollected(tx, { id: order.id, transactionHash, now })
    await callFor(tx, order.id, now)
  } else if (data.kind === CHAIN_KINDS.deliver && order.status === 'PROCESSING') {
    await updateTransactionHash(tx, order.id, transactionHash)
    await noteTokens(tx, order, 'delivered', now)
    await moveOrder(tx, order, 'COMPLETED', { cause: 'tokens delivered', now })
  } else if (data.kind === CHAIN_KINDS.giveBack && order.status === 'FAILED') {
    await noteTokens(tx, order, 'returned', now)
    await moveOrder(tx, order, 'REFUNDED', { cause: 'tokens given back', now })
  } else await puzzle(tx, order, `${data.kind} was confirmed while the order is ${order.status}`)
}

/** It will not happen on the chain. */
export async function noteFailed(tx: Tx, { data }: ReturnType<typeof transactionFailed>): Promise<void> {
  if (!KINDS.includes(data.kind)) return
  const order = await heldOrder(tx, data.reference)
  const now = clock()
  if (data.kind === CHAIN_KINDS.collect && order.status === 'PROCESSING' && !order.collectedAt) {
    // Nothing has left the user's account, so nothing has to go back to it.
    await releaseHold(tx, order.userId, order.tokenAmount)
    await noteTokens(tx, order, 'returned', now)
    const failed = await moveOrder(tx, order, 'FAILED', { cause: `not collected: ${data.reason}`, now })
    await moveOrder(tx, failed, 'REFUNDED', { cause: 'the tokens never left the account', now })
  } else if (data.kind === CHAIN_KINDS.deliver && order.status === 'PROCESSING') {
    await noteTokens(tx, order, 'undelivered', now)
    const failed = await moveOrder(tx, order, 'FAILED', { cause: `not delivered: ${data.reason}`, now })
    await moveOrder(tx, failed, 'REFUND_PENDING', { cause: 'the payment is given back', now })
    await callFor(tx, order.id, now)
  } else await puzzle(tx, order, `${data.kind} failed: ${data.reason}`)
}

async function heldOrder(tx: Tx, reference: string): Promise<Order> {
  const order = await lockOrder(tx, orderIn(reference))
  assert(order, `${reference} is of no order`)
  return order
}

async function puzzle(tx: Tx, { id }: Order, attention: string): Promise<void> {
  log.error({ orderId: id, attention }, 'payments: an order needs a person')
  await updateAttention(tx, id, attention)
}
