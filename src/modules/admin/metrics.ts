import { defineDatabaseMetrics } from '../../platform/database-metrics.ts'

export const ledgerAuditMetrics = defineDatabaseMetrics(
  {
    lyceum_ledger_audit_discrepancies: 'Faults that the last audit of the books found',
    lyceum_ledger_audit_age_seconds: 'How long ago the last audit of the books ended',
  },
  async (db) => {
    const [row] = await db<{ faults: number; age: number }>`
      select coalesce(jsonb_array_length(faults), 0) as faults,
        greatest(0, extract(epoch from now() - finished_at))::float8 as age
      from ledger_audit where finished_at is not null order by requested_at desc limit 1`
    return {
      lyceum_ledger_audit_discrepancies: row?.faults ?? null,
      lyceum_ledger_audit_age_seconds: row?.age ?? null,
    }
  },
)
