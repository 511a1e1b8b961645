import { listTransactionStatuses } from '../../../platform/chain/relayer/list-transaction-statuses.ts'
import { addMs, DAY_MS } from '../../../platform/clock.ts'
import { isPosted } from '../../ledger/public/post-transfer.ts'
import { listAccountBalances } from '../../ledger/public/list-balances.ts'
import { ProviderRefusedError, ProviderUncertainError } from '../../payment-providers/public/provider.ts'
import type { PaymentDeps } from '../deps.ts'
import { type ChainStep, chainReference, netPayout, type Order } from '../public/order.ts'
import { listOrdersSince } from './queries.ts'

export interface Discrepancy {
  orderId: string
  status: string
  description: string
}

/** Closed orders are looked at for so long; open ones always. */
const LOOKBACK_MS = 30 * DAY_MS

/** Every order of which the provider, the books or the chain says something else than we do. Nothing is changed. */
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
        ...(order.attention ? [`it waits for a person: ${order.attention}`] : []),
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
  } catch (fault) {
    if (fault instanceof ProviderUncertainError || fault instanceof ProviderRefusedError)
      return [`the provider does not say: ${fault.message}`]
    throw fault
  }
}

async function checkPayment({ providers }: PaymentDeps, order: Order): Promise<string[]> {
  const { id, providerOrderId, fiatCurrency, status } = order
  const reference = { orderId: id, providerOrderId, currency: fiatCurrency }
  const found = await providers.byName.get(order.provider)?.findCollection(reference)
  // What is only coming is good enough where nothing was delivered for it.
  const has = found?.state === 'RECEIVED' || (found?.state === 'COMING' && status !== 'COMPLETED')
  const shouldHave = ['PAYMENT_RECEIVED', 'PROCESSING', 'COMPLETED', 'UNDER_REVIEW', 'REFUND_PENDING']
  if (shouldHave.includes(status) && !has)
    return [`the provider has no payment, but ${found?.state ?? 'nothing'}`]
  if (!shouldHave.includes(status) && has) return ['the provider has a payment for it']
  const [came, taken] = [found?.receivedAmount, order.receivedAmount ?? order.fiatAmount]
  if (has && came !== undefined && came !== taken)
    return [`the provider has got ${came}, and we know of ${taken}`]
  return []
}

async function checkPayout({ providers }: PaymentDeps, order: Order): Promise<string[]> {
  const { id, providerOrderId, fiatCurrency, status, method } = order
  const provider = providers.payoutOverrides[method] ?? providers.byName.get(order.provider)
  const found = await provider?.findPayout({ orderId: id, providerOrderId, currency: fiatCurrency })
  const isPaid = found?.state === 'COMPLETED'
  if (status === 'COMPLETED' && !isPaid)
    return [`the provider has not paid ${netPayout(order)}, but says ${found?.state ?? 'nothing'}`]
  if (['FAILED', 'REFUNDED'].includes(status) && found && found.state !== 'FAILED')
    return [`the provider says ${found.state} although the tokens go back`]
  if (status === 'PAYOUT_SENT' && !found) return ['the provider knows nothing of it']
  return []
}

async function checkLedger({ platform }: PaymentDeps, order: Order): Promise<string[]> {
  const { id, asset, status, direction, tokenAmount } = order
  if (asset === 'GEMS') {
    const isCredited = await isPosted(platform.db, `order:${id}:gems`)
    return isCredited === (status === 'COMPLETED')
      ? []
      : [`its gems are ${isCredited ? '' : 'not '}in the books`]
  }
  const isEscrowed =
    status === 'PROCESSING' || status === 'PAYOUT_SENT' || (direction === 'OFF_RAMP' && status === 'FAILED')
  const expected = isEscrowed ? tokenAmount : 0n
  const [escrow] = await listAccountBalances(platform.db, 'USDT', [`order:${id}`])
  const balance = escrow?.balance ?? 0n
  return balance === expected ? [] : [`the books hold ${balance} of its tokens where ${expected} belong`]
}

/** Which steps the chain must have confirmed, by where the order is. */
async function checkChain({ platform }: PaymentDeps, order: Order): Promise<string[]> {
  if (order.asset === 'GEMS') return []
  const steps: ChainStep[] = order.direction === 'ON_RAMP' ? ['deliver'] : ['collect', 'returnTokens']
  const references = steps.map((step) => chainReference(order.id, step))
  const statuses = await listTransactionStatuses(platform.db, references)
  const isDone = (step: ChainStep) => statuses.get(chainReference(order.id, step)) === 'confirmed'
  const discrepancies: string[] = []
  const expect = (step: ChainStep, wanted: boolean) => {
    if (isDone(step) !== wanted)
      discrepancies.push(`the chain has ${isDone(step) ? 'done' : 'not done'} the step "${step}"`)
  }
  if (order.direction === 'ON_RAMP') expect('deliver', order.status === 'COMPLETED')
  else {
    expect('collect', order.collectedAt !== null)
    expect('returnTokens', order.status === 'REFUNDED' && order.collectedAt !== null)
  }
  return discrepancies
}
