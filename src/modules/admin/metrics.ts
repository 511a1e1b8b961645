import { defineDatabaseMetrics } from '../../platform/database-metrics.ts'

export const ledgerAuditMetrics = defineDatabaseMetrics(
  {
    lyceum_ledger_audit_discrepancies: 'Discrepancies that the latest ledger audit found',
    lyceum_ledger_audit_age_seconds: 'Time since the latest ledger audit finished',
  },
  async (db) => {
    const [row] = await db<{ discrepancies: number; age: number }>`
      select coalesce(jsonb_array_length(discrepancies), 0) as discrepancies,
        greatest(0, extract(epoch from now() - finished_at))::float8 as age
      from ledger_audit where finished_at is not null order by requested_at desc limit 1`
    return {
      lyceum_ledger_audit_discrepancies: row?.discrepancies ?? null,
      lyceum_ledger_audit_age_seconds: row?.age ?? null,
    }
  },
)
