import type { PaymentDeps } from '../../modules/payment-orders/deps.ts'
import {
  type Discrepancy,
  findDiscrepancies,
} from '../../modules/payment-orders/reconciliation/find-discrepancies.ts'
import { now } from '../../platform/clock.ts'
import { type Environment, readConfig } from '../../platform/config/config.ts'
import type { RunningPlatform } from '../bootstrap/create-platform.ts'
import { createPaymentDeps, startPaymentSandbox } from '../wiring/payment-deps.ts'
import { EXIT_CODES } from './exit-codes.ts'
import { withElapsed } from './progress.ts'
import { printJson } from './table.ts'
import { withUnchangedPlatform } from './with-platform.ts'

/** Prints every order on which the provider, the ledger and the chain disagree. The exit code is 5 if there is one. */
export async function reconcilePayments(
  environment: Environment,
  { json = false }: { json?: boolean } = {},
): Promise<void> {
  const { config, sandbox } = startPaymentSandbox(readConfig(environment))
  const reconcile = async (platform: RunningPlatform) => {
    sandbox?.attachDatabase(platform.autocommitDb)
    try {
      const deps = createPaymentDeps(platform)
      await withElapsed('comparing orders', printDiscrepancies(deps, json))
    } finally {
      // The sandbox uses the database, so it stops first.
      await sandbox?.stop()
    }
  }
  try {
    await withUnchangedPlatform(config, reconcile)
  } finally {
    // A database that is refused is never attached. Stopping the sandbox twice is safe.
    await sandbox?.stop()
  }
}

/** Lines are printed when they are found; JSON needs all of them. */
async function printDiscrepancies(deps: PaymentDeps, json: boolean): Promise<void> {
  const found = findDiscrepancies(deps, now())
  const discrepancies: Discrepancy[] = []
  let next = await found.next()
  for (; !next.done; next = await found.next()) {
    const { orderId, status, description } = next.value
    discrepancies.push(next.value)
    if (!json) console.error(`✗ ${orderId} (${status}): ${description}`)
  }
  const { checked } = next.value
  const count = discrepancies.length
  if (json) printJson({ checked, discrepancies })
  else console.log(count === 0 ? `✓ ${checked} orders without discrepancies.` : `${count} discrepancies.`)
  if (count > 0) process.exitCode = EXIT_CODES.faults
}
