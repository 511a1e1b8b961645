import { auditLedger } from '../../modules/ledger/public/audit-ledger.ts'
import { type Environment, readConfig } from '../../platform/config/config.ts'
import { ESCROW_CHECKS } from '../escrow-checks.ts'
import { withPlatform } from './with-platform.ts'

/** Audits the ledger and prints every discrepancy. The exit code is 1 if there is one. The service may run. */
export async function runLedgerAudit(environment: Environment): Promise<void> {
  await withPlatform(readConfig(environment), async (platform) => {
    const started = performance.now()
    const { ok, checked, faults } = await auditLedger(platform.database, ESCROW_CHECKS)
    for (const discrepancy of faults) console.error(`✗ ${discrepancy}`)
    const counts = `${checked.transfers} transfers, ${checked.entries} entries, ${checked.accounts} accounts`
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    console.log(
      ok
        ? `✓ The ledger is balanced: ${counts}, checked in ${seconds} s.`
        : `${faults.length} discrepancies in ${counts}.`,
    )
    if (!ok) process.exitCode = 1
  })
}
