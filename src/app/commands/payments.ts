import type { PaymentDeps } from '../../modules/payment-orders/deps.ts'
import { findDiscrepancies } from '../../modules/payment-orders/reconciliation/find-discrepancies.ts'
import { now } from '../../platform/clock.ts'
import { type Environment, readConfig } from '../../platform/config/config.ts'
import { createPaymentDeps, startPaymentSandbox } from '../wiring/payment-deps.ts'
import { withPlatform } from './with-platform.ts'

/** Names every order that somebody sees otherwise, and ends with 1 when there is one. The service may run meanwhile. */
export async function reconcilePayments(environment: Environment): Promise<void> {
  const { config, sandbox } = startPaymentSandbox(readConfig(environment))
  await withPlatform(config, async (platform) => {
    sandbox?.attachDatabase(platform.db)
    try {
      await printDisagreements(createPaymentDeps(platform))
    } finally {
      // It asks the database, and so ends before it.
      await sandbox?.stop()
    }
  })
}

async function printDisagreements(deps: PaymentDeps): Promise<void> {
  const disagreements = findDiscrepancies(deps, now())
  let count = 0
  for (;;) {
    const { done, value } = await disagreements.next()
    if (done) {
      console.log(count === 0 ? `✓ ${value.checked} orders: all agree.` : `${count} disagreements.`)
      break
    }
    count++
    console.error(`✗ ${value.orderId} (${value.status}): ${value.description}`)
  }
  if (count > 0) process.exitCode = 1
}
