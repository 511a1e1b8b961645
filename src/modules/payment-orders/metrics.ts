import { COUNT_LIMIT, defineDatabaseMetrics } from '../../platform/database-metrics.ts'

/** Counts open orders. The statuses are literals, so that PostgreSQL uses the index `payment_order_open`. */
export const orderMetrics = defineDatabaseMetrics(
  {
    lyceum_payment_orders_open: `Open orders by status, counted up to ${COUNT_LIMIT}`,
    lyceum_payment_orders_oldest_seconds: 'Age of the oldest open order, by status',
  },
  async (db) => {
    const rows = await db<{ status: string; count: number; oldest: number }>`
      select state.status, coalesce(open.count, 0)::integer as count,
        greatest(0, coalesce(extract(epoch from now() - open.oldest), 0))::float8 as oldest
      from unnest(array['PENDING_PAYMENT', 'PAYMENT_RECEIVED', 'PROCESSING', 'PAYOUT_SENT', 'REFUND_PENDING',
        'UNDER_REVIEW']) as state (status)
      left join (
        select status, count(*) as count, min(created_at) as oldest
        from (
          select status, created_at from payment_order
          where status in ('PENDING_PAYMENT', 'PAYMENT_RECEIVED', 'PROCESSING', 'PAYOUT_SENT', 'REFUND_PENDING',
            'UNDER_REVIEW')
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
