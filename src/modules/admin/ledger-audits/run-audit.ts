import { type Clock, HOUR_MS } from '../../../platform/clock.ts'
import { defineDatabaseMetrics } from '../../../platform/database-metrics.ts'
import { newId, type UserId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { auditLedger, type EscrowCheck } from '../../ledger/public/audit-ledger.ts'
import { sumBalancesByAccountKind } from '../../ledger/public/list-balances.ts'
import { auditLedgerJob } from '../jobs.ts'
import { type AuditRow, findRunningAudit, insertFinished, insertRequest, updateFinished } from './queries.ts'

/** A process that runs an audit for longer than this has died. */
const AUDIT_TIMEOUT_MS = HOUR_MS

/** Audits the ledger and stores the result. Returns the discrepancies. */
export async function runAudit(
  { database, db, write }: Pick<Platform, 'database' | 'db' | 'write'>,
  escrowChecks: EscrowCheck[],
  clock: Clock,
): Promise<string[]> {
  const startedAt = clock()
  const { ok, checked, faults: discrepancies } = await auditLedger(database, escrowChecks)
  const balances = await sumBalancesByAccountKind(db)
  const outcome = { startedAt, finishedAt: clock(), isOk: ok, checked, discrepancies, balances }
  await write(async (tx) => {
    if (!(await updateFinished(tx, outcome))) await insertFinished(tx, newId(), outcome)
  })
  return discrepancies
}

/** Requests a ledger audit. Returns the running audit if there is one. */
export async function requestAudit(
  tx: Tx,
  { requestedBy, now }: { requestedBy: UserId; now: Date },
): Promise<{ audit: AuditRow; isNew: boolean }> {
  const inserted = await insertRequest(tx, { id: newId(), requestedBy, now })
  const audit = (await findRunningAudit(tx))!
  if (inserted || audit.requestedAt.getTime() < now.getTime() - AUDIT_TIMEOUT_MS)
    tx.enqueue(auditLedgerJob, {})
  return { audit, isNew: inserted !== undefined }
}

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
