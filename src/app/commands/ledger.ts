import { auditLedger } from '../../modules/rewards/audit/audit-ledger.ts'
import { type Environment, readConfig } from '../../platform/config.ts'
import { ESCROW_CHECKS } from '../compose/escrow-checks.ts'
import { withPlatform } from './with-platform.ts'

/** Proves that the books close, or names what is wrong and ends with 1. The service may run meanwhile. */
export async function runLedgerAudit(environment: Environment): Promise<void> {
  await withPlatform(readConfig(environment), async (platform) => {
    const started = performance.now()
    const { ok, checked, faults } = await auditLedger(platform.database, ESCROW_CHECKS)
    for (const fault of faults) console.error(`✗ ${fault}`)
    const figures = `${checked.transfers} transfers, ${checked.entries} entries, ${checked.accounts} accounts`
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    console.log(
      ok
        ? `✓ The books close: ${figures}, checked in ${seconds} s.`
        : `${faults.length} faults in ${figures}.`,
    )
    if (!ok) process.exitCode = 1
  })
}
