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
      await withElapsed('comparing orders', json ? printAsJson(deps) : printDiscrepancies(deps))
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

async function printAsJson(deps: PaymentDeps): Promise<void> {
  const found = findDiscrepancies(deps, now())
  const discrepancies: Discrepancy[] = []
  for (;;) {
    const { done, value } = await found.next()
    if (done) {
      printJson({ checked: value.checked, discrepancies })
      break
    }
    discrepancies.push(value)
  }
  if (discrepancies.length > 0) process.exitCode = EXIT_CODES.faults
}

async function printDiscrepancies(deps: PaymentDeps): Promise<void> {
  const discrepancies = findDiscrepancies(deps, now())
  let count = 0
  for (;;) {
    const { done, value } = await discrepancies.next()
    if (done) {
      console.log(
        count === 0 ? `✓ ${value.checked} orders without discrepancies.` : `${count} discrepancies.`,
      )
      break
    }
    count++
    console.error(`✗ ${value.orderId} (${value.status}): ${value.description}`)
  }
  if (count > 0) process.exitCode = EXIT_CODES.faults
}
