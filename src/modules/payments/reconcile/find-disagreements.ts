import { listStatuses } from '../../../platform/chain/relayer/list-statuses.ts'
import { DAY_MS, later } from '../../../platform/clock.ts'
import { listAccountBalances } from '../../rewards/balances/list-account-balances.ts'
import { isPosted } from '../../rewards/ledger/is-posted.ts'
import { type ChainStep, chainReference, netPayout, type Order } from '../orders/order.ts'
import type { PaymentParts } from '../parts.ts'
import { ProviderRefusal, ProviderUncertain } from '../providers/provider.ts'
import { listOrdersSince } from './queries.ts'

export interface Disagreement {
  orderId: string
  status: string
  what: string
}

/** Closed orders are looked at for so long; open ones always. */
const LOOKED_BACK_MS = 30 * DAY_MS

/** Every order of which the provider, the books or the chain says something else than we do. Nothing is changed. */
export async function* findDisagreements(
  parts: PaymentParts,
  now: Date,
): AsyncGenerator<Disagreement, { checked: number }> {
  const since = later(now, -LOOKED_BACK_MS)
  let checked = 0
  for (let after: Order['id'] | undefined; ; ) {
    const orders: Order[] = await listOrdersSince(parts.platform.db, { since, after, limit: 100 })
    for (const order of orders) {
      checked++
      const faults = [
        ...(await faultsOfProvider(parts, order)),
        ...(await faultsOfBooks(parts, order)),
        ...(await faultsOfChain(parts, order)),
        ...(order.attention ? [`it waits for a person: ${order.attention}`] : []),
      ]
      for (const what of faults) yield { orderId: order.id, status: order.status, what }
    }
    if (orders.length === 0) return { checked }
    after = orders.at(-1)!.id
  }
}

async function faultsOfProvider(parts: PaymentParts, order: Order): Promise<string[]> {
  try {
    return order.direction === 'ON_RAMP'
      ? await faultsOfPayment(parts, order)
      : await faultsOfPayout(parts, order)
  } catch (fault) {
    if (fault instanceof ProviderUncertain || fault instanceof ProviderRefusal)
      return [`the provider does not say: ${fault.message}`]
    throw fault
  }
}

async function faultsOfPayment({ providers }: PaymentParts, order: Order): Promise<string[]> {
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

async function faultsOfPayout({ providers }: PaymentParts, order: Order): Promise<string[]> {
  const { id, providerOrderId, fiatCurrency, status, method } = order
  const provider = providers.payoutBy[method] ?? providers.byName.get(order.provider)
  const found = await provider?.findPayout({ orderId: id, providerOrderId, currency: fiatCurrency })
  const isPaid = found?.state === 'COMPLETED'
  if (status === 'COMPLETED' && !isPaid)
    return [`the provider has not paid ${netPayout(order)}, but says ${found?.state ?? 'nothing'}`]
  if (['FAILED', 'REFUNDED'].includes(status) && found && found.state !== 'FAILED')
    return [`the provider says ${found.state} although the tokens go back`]
  if (status === 'PAYOUT_SENT' && !found) return ['the provider knows nothing of it']
  return []
}

async function faultsOfBooks({ platform }: PaymentParts, order: Order): Promise<string[]> {
  const { id, asset, status, direction, tokenAmount } = order
  if (asset === 'GEMS') {
    const isCredited = await isPosted(platform.db, `order:${id}:gems`)
    return isCredited === (status === 'COMPLETED')
      ? []
      : [`its gems are ${isCredited ? '' : 'not '}in the books`]
  }
  const isUnderWay =
    status === 'PROCESSING' || status === 'PAYOUT_SENT' || (direction === 'OFF_RAMP' && status === 'FAILED')
  const expected = isUnderWay ? tokenAmount : 0n
  const [held] = await listAccountBalances(platform.db, 'USDT', [`order:${id}`])
  const balance = held?.balance ?? 0n
  return balance === expected ? [] : [`the books hold ${balance} of its tokens where ${expected} belong`]
}

/** Which steps the chain must have confirmed, by where the order is. */
async function faultsOfChain({ platform }: PaymentParts, order: Order): Promise<string[]> {
  if (order.asset === 'GEMS') return []
  const steps: ChainStep[] = order.direction === 'ON_RAMP' ? ['deliver'] : ['collect', 'giveBack']
  const references = steps.map((step) => chainReference(order.id, step))
  const statuses = await listStatuses(platform.db, references)
  const isDone = (step: ChainStep) => statuses.get(chainReference(order.id, step)) === 'confirmed'
  const faults: string[] = []
  const expect = (step: ChainStep, wanted: boolean) => {
    if (isDone(step) !== wanted)
      faults.push(`the chain has ${isDone(step) ? 'done' : 'not done'} the step "${step}"`)
  }
  if (order.direction === 'ON_RAMP') expect('deliver', order.status === 'COMPLETED')
  else {
    expect('collect', order.collectedAt !== null)
    expect('giveBack', order.status === 'REFUNDED' && order.collectedAt !== null)
  }
  return faults
}
