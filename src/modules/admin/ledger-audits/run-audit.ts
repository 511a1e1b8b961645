import { now } from '../../../platform/clock.ts'
import { newId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import { auditLedger, type EscrowCheck } from '../../ledger/public/audit-ledger.ts'
import { sumBalancesByAccountKind } from '../../ledger/public/list-balances.ts'
import { insertFinished, updateFinished } from './queries.ts'

/** Audits the books, and keeps what came out of it for those who asked or will ask. */
export async function runAudit(
  { database, db, write }: Pick<Platform, 'database' | 'db' | 'write'>,
  escrowChecks: EscrowCheck[],
): Promise<string[]> {
  const startedAt = now()
  const { ok, checked, faults } = await auditLedger(database, escrowChecks)
  const held = await sumBalancesByAccountKind(db)
  const outcome = { startedAt, finishedAt: now(), isOk: ok, checked, faults, held }
  await write(async (tx) => {
    if (!(await updateFinished(tx, outcome))) await insertFinished(tx, newId(), outcome)
  })
  return faults
}
