import type { PaymentDeps } from '../../modules/payment-orders/deps.ts'
import { findDiscrepancies } from '../../modules/payment-orders/reconciliation/find-discrepancies.ts'
import { now } from '../../platform/clock.ts'
import { type Environment, readConfig } from '../../platform/config/config.ts'
import { createPaymentDeps, startPaymentSandbox } from '../wiring/payment-deps.ts'
import { withPlatform } from './with-platform.ts'

/** Prints every order on which the provider, the ledger and the chain disagree. The exit code is 1 if there is one. */
export async function reconcilePayments(environment: Environment): Promise<void> {
  const { config, sandbox } = startPaymentSandbox(readConfig(environment))
  await withPlatform(config, async (platform) => {
    sandbox?.attachDatabase(platform.autocommitDb)
    try {
      await printDiscrepancies(createPaymentDeps(platform))
    } finally {
      // The sandbox uses the database, so it stops first.
      await sandbox?.stop()
    }
  })
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
  if (count > 0) process.exitCode = 1
}
