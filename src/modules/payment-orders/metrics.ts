import { ORDER_STATUSES } from '../../events/payment-orders.ts'
import { COUNT_LIMIT, defineDatabaseMetrics } from '../../platform/database-metrics.ts'
import { isClosed } from './order-states.ts'

/** The metrics of chain transactions count the one that returns the tokens of a failed off-ramp. */
const COUNTED_STATUSES = ORDER_STATUSES.filter(
  (status) => status !== 'FAILED' && !isClosed({ direction: 'OFF_RAMP', status }),
)

/** Counts open orders with the index `payment_order_open`. */
export const orderMetrics = defineDatabaseMetrics(
  {
    lyceum_payment_orders_open: `Open orders by status, counted up to ${COUNT_LIMIT}`,
    lyceum_payment_orders_oldest_seconds: 'Age of the oldest open order, by status',
  },
  async (db) => {
    const rows = await db<{ status: string; count: number; oldest: number }>`
      select state.status, coalesce(open.count, 0)::integer as count,
        greatest(0, coalesce(extract(epoch from now() - open.oldest), 0))::float8 as oldest
      from unnest(${COUNTED_STATUSES}::text[]) as state (status)
      left join (
        select status, count(*) as count, min(created_at) as oldest
        from (
          select status, created_at from payment_order
          where not payment_order_is_closed(direction, status) and status <> 'FAILED'
          limit ${COUNT_LIMIT}
        ) row group by status
      ) as open using (status)`
    const by = (what: 'count' | 'oldest') => ({
      label: 'status',
      values: Object.fromEntries(rows.map((row) => [row.status, row[what]])),
    })
    return {
      lyceum_payment_orders_open: by('count'),
      lyceum_payment_orders_oldest_seconds: by('oldest'),
    }
  },
)
