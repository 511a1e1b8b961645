import { ESCROW_CHECKS } from '../../modules/admin/escrow-checks.ts'
import { auditLedger } from '../../modules/ledger/public/audit-ledger.ts'
import { type Environment, readConfig } from '../../platform/config/config.ts'
import { withPlatform } from './with-platform.ts'

/** Proves that the books close, or names what is wrong and ends with 1. The service may run meanwhile. */
export async function runLedgerAudit(environment: Environment): Promise<void> {
  await withPlatform(readConfig(environment), async (platform) => {
    const started = performance.now()
    const { ok, checked, faults: errors } = await auditLedger(platform.database, ESCROW_CHECKS)
    for (const error of errors) console.error(`✗ ${error}`)
    const counts = `${checked.transfers} transfers, ${checked.entries} entries, ${checked.accounts} accounts`
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    console.log(
      ok ? `✓ The books close: ${counts}, checked in ${seconds} s.` : `${errors.length} faults in ${counts}.`,
    )
    if (!ok) process.exitCode = 1
  })
}
