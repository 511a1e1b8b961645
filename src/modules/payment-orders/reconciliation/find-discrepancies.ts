import { listTransactionStatuses } from '../../../platform/chain/relayer/list-transaction-statuses.ts'
import { addMs, DAY_MS } from '../../../platform/clock.ts'
import { listAccountBalances } from '../../ledger/public/list-balances.ts'
import { isPosted } from '../../ledger/public/post-transfer.ts'
import { ProviderRefusedError, ProviderUncertainError } from '../../payment-providers/public/provider.ts'
import type { PaymentDeps } from '../deps.ts'
import { takeBackSource } from '../ledger-postings.ts'
import { hasEscrowedTokens } from '../order-states.ts'
import { type ChainStep, chainReference, type Order } from '../public/order.ts'
import { netPayout } from '../quotes/quote-pricing.ts'
import { listOrdersSince } from './queries.ts'

export interface Discrepancy {
  orderId: string
  status: string
  description: string
}

/** Closed orders are checked if they changed within this time; open orders always. */
const LOOKBACK_MS = 30 * DAY_MS

/** Compares every order with the provider, the ledger and the chain. Changes nothing. */
export async function* findDiscrepancies(
  deps: PaymentDeps,
  now: Date,
): AsyncGenerator<Discrepancy, { checked: number }> {
  const since = addMs(now, -LOOKBACK_MS)
  let checked = 0
  for (let after: Order['id'] | undefined; ; ) {
    const orders: Order[] = await listOrdersSince(deps.platform.db, { since, after, limit: 100 })
    for (const order of orders) {
      checked++
      const discrepancies = [
        ...(await checkProvider(deps, order)),
        ...(await checkLedger(deps, order)),
        ...(await checkChain(deps, order)),
        ...(order.reviewNote ? [`needs a manual review: ${order.reviewNote}`] : []),
      ]
      for (const description of discrepancies) yield { orderId: order.id, status: order.status, description }
    }
    if (orders.length === 0) return { checked }
    after = orders.at(-1)!.id
  }
}

async function checkProvider(deps: PaymentDeps, order: Order): Promise<string[]> {
  try {
    return order.direction === 'ON_RAMP' ? await checkPayment(deps, order) : await checkPayout(deps, order)
  } catch (error) {
    if (error instanceof ProviderUncertainError || error instanceof ProviderRefusedError)
      return [`the provider gave no answer: ${error.message}`]
    throw error
  }
}

async function checkPayment({ providers }: PaymentDeps, order: Order): Promise<string[]> {
  const { id, providerOrderId, fiatCurrency, status } = order
  const reference = { orderId: id, providerOrderId, currency: fiatCurrency }
  const found = await providers.byName.get(order.provider)?.findCollection(reference)
  // A payment that is not settled suffices unless the order was delivered.
  const isPaid = found?.state === 'SETTLED' || (found?.state === 'SETTLING' && status !== 'COMPLETED')
  const paidStatuses = ['PAYMENT_RECEIVED', 'PROCESSING', 'COMPLETED', 'UNDER_REVIEW', 'REFUND_PENDING']
  const isRefunding = found?.state === 'REFUNDING' || found?.state === 'REFUNDED'
  // The provider still has a payment that an operator returned by other means.
  if (order.isRefundedByHand)
    return isRefunding ? [`refunded by hand, but its state at the provider is ${found.state}`] : []
  // The next poll records a refund that the provider has begun or finished.
  if (status === 'REFUND_PENDING' && (isRefunding || found?.state === 'REFUND_FAILED')) return []
  if (paidStatuses.includes(status) && !isPaid)
    return [`the provider has no payment: its state is ${found?.state ?? 'unknown'}`]
  if (!paidStatuses.includes(status) && isPaid) return ['the provider has a payment for this order']
  const [reported, stored] = [found?.receivedAmount, order.receivedAmount ?? order.fiatAmount]
  if (isPaid && reported !== undefined && reported !== stored)
    return [`the provider received ${reported}, but ${stored} is recorded`]
  return []
}

async function checkPayout({ providers }: PaymentDeps, order: Order): Promise<string[]> {
  const { id, providerOrderId, fiatCurrency, status, method } = order
  const provider = providers.payoutOverrides[method] ?? providers.byName.get(order.provider)
  const found = await provider?.findPayout({ orderId: id, providerOrderId, currency: fiatCurrency })
  const isPaid = found?.state === 'COMPLETED'
  if (status === 'COMPLETED' && !isPaid)
    return [`the provider has not paid ${netPayout(order)}: its state is ${found?.state ?? 'unknown'}`]
  if (['FAILED', 'REFUNDED'].includes(status) && found && found.state !== 'FAILED')
    return [`the provider reports ${found.state} although the tokens are returned`]
  if (status === 'PAYOUT_SENT' && !found) return ['the provider does not find the pay-out']
  return []
}

async function checkLedger({ platform }: PaymentDeps, order: Order): Promise<string[]> {
  const { id, asset, status, tokenAmount } = order
  const isTakenBack = await isPosted(platform.db, takeBackSource(order))
  if (isTakenBack !== (order.takenBack !== null))
    return [`the ledger has ${isTakenBack ? 'a' : 'no'} transfer that takes the delivery back`]
  if (asset === 'GEMS') {
    const isCredited = await isPosted(platform.db, `order:${id}:gems`)
    return isCredited === (status === 'COMPLETED' || isTakenBack)
      ? []
      : [`the ledger has ${isCredited ? 'a' : 'no'} credit of its gems`]
  }
  const expected = hasEscrowedTokens(order) ? tokenAmount : 0n
  const [escrow] = await listAccountBalances(platform.db, 'USDT', [`order:${id}`])
  const balance = escrow?.balance ?? 0n
  return balance === expected
    ? []
    : [`the ledger has ${balance} of its tokens in escrow, but ${expected} are expected`]
}

/** Checks that exactly the steps that the status implies are confirmed on the chain. */
async function checkChain({ platform }: PaymentDeps, order: Order): Promise<string[]> {
  if (order.asset === 'GEMS') return []
  const steps: ChainStep[] = order.direction === 'ON_RAMP' ? ['deliver'] : ['collect', 'returnTokens']
  const references = steps.map((step) => chainReference(order.id, step))
  const statuses = await listTransactionStatuses(platform.db, references)
  const isDone = (step: ChainStep) => statuses.get(chainReference(order.id, step)) === 'confirmed'
  const discrepancies: string[] = []
  const expect = (step: ChainStep, wanted: boolean) => {
    if (isDone(step) !== wanted)
      discrepancies.push(`the chain has ${isDone(step) ? '' : 'not '}confirmed the step "${step}"`)
  }
  if (order.direction === 'ON_RAMP')
    expect('deliver', order.status === 'COMPLETED' || order.takenBack !== null)
  else {
    expect('collect', order.tokensCollectedAt !== null)
    expect('returnTokens', order.status === 'REFUNDED' && order.tokensCollectedAt !== null)
  }
  return discrepancies
}
