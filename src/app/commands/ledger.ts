import { auditLedger } from '../../modules/rewards/audit/audit-ledger.ts'
import { readConfig } from '../../platform/config.ts'
import { ESCROW_CHECKS } from '../compose/escrow-checks.ts'
import { openPlatform } from '../opening/open-platform.ts'
import { readyDatabase } from '../opening/ready-database.ts'

/** Proves that the books close, or names what is wrong and ends with 1. The service may run meanwhile. */
export async function runLedgerAudit(environment: Record<string, string | undefined>): Promise<void> {
  const config = readConfig(environment)
  const { url, embedded } = await readyDatabase(config, (line) => console.log(line))
  const platform = await openPlatform(config, url)
  try {
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
  } finally {
    await platform.close()
    await embedded?.stop()
  }
}
