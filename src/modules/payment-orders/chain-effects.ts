import type { ChainEffect, ChainEffects } from '../../platform/chain/relayer/chain-effects.ts'
import { assert } from '../../platform/errors.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { applyExternalEvent, type EventContext } from './apply-order-event.ts'
import type { OrderEvent } from './order-events.ts'
import { CHAIN_KINDS, orderIdFromReference } from './public/order.ts'
import { lockOrder } from './queries.ts'

/** The state machine of orders decides what the end of a transaction means. */
export const orderChainEffects: ChainEffects = {
  [CHAIN_KINDS.deliver]: orderEvents('tokens_delivered', 'delivery_failed'),
  [CHAIN_KINDS.collect]: orderEvents('tokens_collected', 'collection_failed'),
  [CHAIN_KINDS.returnTokens]: orderEvents('tokens_returned', 'return_failed'),
}

function orderEvents(confirmed: OrderEvent, failed: OrderEvent): ChainEffect {
  return {
    confirmed: (tx, { reference, transactionHash }, now) =>
      apply(tx, reference, confirmed, { transactionHash, now }),
    failed: (tx, { reference, reason }, now) => apply(tx, reference, failed, { detail: reason, now }),
  }
}

async function apply(
  tx: Tx,
  reference: string,
  event: OrderEvent,
  context: EventContext,
): Promise<undefined> {
  const order = await lockOrder(tx, orderIdFromReference(reference))
  assert(order, `no order has the chain reference ${reference}`)
  await applyExternalEvent(tx, order, event, context)
}
