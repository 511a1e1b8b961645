import { auditLedger } from '../../modules/ledger/public/audit-ledger.ts'
import { type Environment, readConfig } from '../../platform/config/config.ts'
import { ESCROW_CHECKS } from '../escrow-checks.ts'
import { EXIT_CODES } from './exit-codes.ts'
import { withElapsed } from './progress.ts'
import { printJson } from './table.ts'
import { withUnchangedPlatform } from './with-platform.ts'

/** Audits the ledger and prints every discrepancy. The exit code is 5 if there is one. The service may run. */
export async function runLedgerAudit(
  environment: Environment,
  { json }: { json?: boolean } = {},
): Promise<void> {
  await withUnchangedPlatform(readConfig(environment), async (platform) => {
    const started = performance.now()
    const audit = await withElapsed('auditing the ledger', auditLedger(platform.database, ESCROW_CHECKS))
    const { ok, checked, faults } = audit
    if (!ok) process.exitCode = EXIT_CODES.faults
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    if (json) return printJson({ ok, checked, discrepancies: faults, seconds: Number(seconds) })
    for (const discrepancy of faults) console.error(`✗ ${discrepancy}`)
    const counts = `${checked.transfers} transfers, ${checked.entries} entries, ${checked.accounts} accounts`
    console.log(
      ok
        ? `✓ The ledger is balanced: ${counts}, checked in ${seconds} s.`
        : `${faults.length} discrepancies in ${counts}.`,
    )
  })
}
