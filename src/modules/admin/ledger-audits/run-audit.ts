import type { Clock } from '../../../platform/clock.ts'
import { newId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import { auditLedger, type EscrowCheck } from '../../ledger/public/audit-ledger.ts'
import { sumBalancesByAccountKind } from '../../ledger/public/list-balances.ts'
import { insertFinished, updateFinished } from './queries.ts'

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
