import type { OrderId } from '../../../events/payment-orders.ts'
import type { Db } from '../../../platform/db/database.ts'
import { commonErrors } from '../../../platform/errors.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { userAccount } from '../../ledger/public/account.ts'
import { listAccountBalances } from '../../ledger/public/list-balances.ts'
import type { TransferEntry } from '../../ledger/public/transfer.ts'
import { toNumber } from '../../payment-providers/public/amount.ts'
import type { ProviderRegistry } from '../../payment-providers/public/provider.ts'
import { applyExternalEvent } from '../apply-order-event.ts'
import { errors } from '../errors.ts'
import { divideDelivery, lockDivision, type TakenBack, takeBackEntries } from '../ledger-postings.ts'
import type { OrderEvent } from '../order-events.ts'
import { outcomeOf } from '../order-state-machine.ts'
import { findOrder, lockOrder } from '../queries.ts'
import type { Order } from './order.ts'

interface Decision {
  orderId: OrderId
  /** The operator, for the history. */
  by: string
  now: Date
}

/** Delivers an order under review although its payment differs from the quote. */
export function acceptPayment(tx: Tx, decision: Decision): Promise<void> {
  return decide(tx, 'accepted', decision)
}

/** Schedules a provider poll now, or retries the failed transaction that returns tokens. */
export function retryOrder(tx: Tx, decision: Decision): Promise<void> {
  return decide(tx, 'retried', decision)
}

/** Records that an operator refunded the payment without the provider. */
export function markRefunded(tx: Tx, decision: Decision): Promise<void> {
  return decide(tx, 'refunded_manually', decision)
}

async function decide(tx: Tx, event: OrderEvent, { orderId, by, now }: Decision): Promise<void> {
  const order = await lockOrder(tx, orderId)
  if (!order) throw commonErrors.not_found()
  await applyExternalEvent(tx, order, event, { detail: by, now })
}

/** Who pays the money back: the provider on our request, or an operator by other means. */
export const REFUND_METHODS = ['BY_PROVIDER', 'BY_HAND'] as const
export type RefundMethod = (typeof REFUND_METHODS)[number]

export interface RefundPreview extends TakenBack {
  order: Order
  /** False if the status of the order does not allow a refund. */
  isPossible: boolean
  /** What the order gave to the user and is to be reversed; 0 if nothing was delivered. */
  delivered: bigint
  /** In smallest units of the currency. */
  paidBack: bigint
  method: RefundMethod
  /** The ledger entries that the refund writes, or has written. */
  entries: TransferEntry[]
}

/** What a refund of the order does now, or has done. Changes nothing. */
export async function previewRefund(
  db: Db,
  providers: ProviderRegistry,
  orderId: OrderId,
): Promise<RefundPreview> {
  const order = await findOrder(db, orderId)
  if (!order) throw commonErrors.not_found()
  const { takenBack, shortfall, receivedAmount, fiatAmount } = order
  const isRefundable = isDelivered(order)
  const division =
    takenBack !== null && shortfall !== null
      ? { takenBack, shortfall }
      : isRefundable
        ? divideDelivery(order, await readGems(db, order))
        : undefined
  return {
    order,
    isPossible: isRefundable || !('reject' in outcomeOf(order, 'refund_ordered')),
    delivered: division ? order.tokenAmount : 0n,
    ...(division ?? { takenBack: 0n, shortfall: 0n }),
    paidBack: receivedAmount ?? fiatAmount,
    method: refundMethodOf(providers, order),
    entries: division ? takeBackEntries(order, division) : [],
  }
}

/** Providers without a request for refunds, and providers that are no longer configured, leave the refund to an operator. */
export function refundMethodOf(
  { byName }: ProviderRegistry,
  { provider, isRefundedByHand }: Order,
): RefundMethod {
  return byName.get(provider)?.canRefund && !isRefundedByHand ? 'BY_PROVIDER' : 'BY_HAND'
}

interface RefundOrder {
  orderId: OrderId
  /** The shortfall that the operator has seen, in units of the asset. Undefined if nothing was delivered. */
  shortfall: number | undefined
  /** The operator, for the history. */
  by: string
  now: Date
}

/**
 * Takes back what a completed order delivered and lets the provider refund the payment, or refunds an order under review.
 * Throws `refund_changed` if the user has more or less than the operator has seen.
 */
export async function refundOrder(tx: Tx, { orderId, shortfall, by, now }: RefundOrder): Promise<void> {
  const order = await lockOrder(tx, orderId)
  if (!order) throw commonErrors.not_found()
  if (isDelivered(order)) {
    const current = toNumber((await lockDivision(tx, order)).shortfall, order.asset)
    if (shortfall !== current) throw errors.refund_changed({ extra: { shortfall: current } })
    await applyExternalEvent(tx, order, 'delivery_refund_ordered', { detail: by, now })
  } else await applyExternalEvent(tx, order, 'refund_ordered', { detail: by, now })
}

function isDelivered(order: Order): boolean {
  return !('reject' in outcomeOf(order, 'delivery_refund_ordered'))
}

async function readGems(db: Db, { asset, userId }: Order): Promise<bigint> {
  if (asset !== 'GEMS') return 0n
  const [row] = await listAccountBalances(db, 'GEM', [userAccount(userId)])
  return row?.balance ?? 0n
}
