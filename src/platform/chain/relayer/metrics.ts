import { COUNT_LIMIT, defineDatabaseMetrics } from '../../database-metrics.ts'

/**
 * Ids follow the order of creation, so the first queued id is the oldest. The number of sent transactions is
 * small.
 */
export const transactionMetrics = defineDatabaseMetrics(
  {
    lyceum_chain_transactions_pending: `Chain transactions that are pending, by state; counted up to ${COUNT_LIMIT}`,
    lyceum_chain_transactions_oldest_seconds: 'Age of the oldest pending chain transaction, by state',
  },
  async (db) => {
    const [row] = await db<{ queued: number; sent: number; oldestQueued: number; oldestSent: number }>`
      select
        (select count(*) from (
          select from chain_transaction where status = 'queued' limit ${COUNT_LIMIT}
        ) row)::integer as queued,
        coalesce((select extract(epoch from now() - created_at) from chain_transaction
          where status = 'queued' order by id limit 1), 0)::float8 as "oldestQueued",
        sent.count as sent, sent.oldest as "oldestSent"
      from (
        select count(*)::integer as count, coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as oldest
        from (select created_at from chain_transaction where status = 'sent' limit ${COUNT_LIMIT}) row
      ) as sent`
    const { queued, sent, oldestQueued, oldestSent } = row!
    return {
      lyceum_chain_transactions_pending: { label: 'state', values: { queued, sent } },
      lyceum_chain_transactions_oldest_seconds: {
        label: 'state',
        values: { queued: Math.max(0, oldestQueued), sent: Math.max(0, oldestSent) },
      },
    }
  },
)

/**
 * The gas that may still be used today, counted by gas limits. If several keys sent transactions today, the
 * key that used the most counts.
 */
export function gasMetrics(dailyGasLimit: bigint) {
  return defineDatabaseMetrics(
    {
      lyceum_relayer_daily_gas_remaining: 'Gas that the relayer may still use today (UTC)',
      lyceum_relayer_daily_gas_limit: 'Gas that the relayer may use in a day',
    },
    async (db) => {
      const [row] = await db<{ spent: string }>`
        select coalesce(max(gas_used_today), 0)::text as spent from chain_sender
        where gas_day = (now() at time zone 'UTC')::date`
      return {
        lyceum_relayer_daily_gas_remaining: Math.max(0, Number(dailyGasLimit - BigInt(row!.spent))),
        lyceum_relayer_daily_gas_limit: Number(dailyGasLimit),
      }
    },
  )
}
