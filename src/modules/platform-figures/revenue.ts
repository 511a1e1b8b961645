import { toNumber } from '../payment-providers/public/amount.ts'
import type { Currency } from '../payment-providers/public/currency.ts'
import { intervalOf, type Period } from './period.ts'
import type { OrderRow } from './read-queries.ts'

/** Sums orders by interval, direction, provider, asset and currency. Amounts of different currencies are never added. */
export function summarizeRevenue(rows: OrderRow[], { interval }: Pick<Period, 'interval'>) {
  const startOf = (row: OrderRow) => intervalOf(row.day, interval)
  const groups = Map.groupBy(rows, (row) =>
    [startOf(row), row.direction, row.provider, row.asset, row.currency].join('\n'),
  )
  return [...groups.values()].map((group) => {
    const { direction, provider, asset, currency } = group[0]!
    const amountOf = (field: 'amount' | 'fees' | 'reversedAmount') =>
      toNumber(
        group.reduce((sum, row) => sum + row[field], 0n),
        currency as Currency,
      )
    return {
      start: startOf(group[0]!),
      direction,
      provider,
      asset,
      currency,
      orders: group.reduce((sum, row) => sum + row.orders, 0),
      amount: amountOf('amount'),
      fees: amountOf('fees'),
      reversedOrders: group.reduce((sum, row) => sum + row.reversed, 0),
      reversedAmount: amountOf('reversedAmount'),
    }
  })
}
