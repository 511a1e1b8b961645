import type { PaymentParts } from '../../modules/payments/parts.ts'
import { findDisagreements } from '../../modules/payments/reconcile/find-disagreements.ts'
import { now } from '../../platform/clock.ts'
import { type Environment, readConfig } from '../../platform/config.ts'
import { listenAsSandbox, paymentParts } from '../compose/payments.ts'
import { withPlatform } from './with-platform.ts'

/** Names every order that somebody sees otherwise, and ends with 1 when there is one. The service may run meanwhile. */
export async function reconcilePayments(environment: Environment): Promise<void> {
  const { config, sandbox } = listenAsSandbox(readConfig(environment))
  await withPlatform(config, async (platform) => {
    sandbox?.open(platform.db)
    try {
      await printDisagreements(paymentParts(platform))
    } finally {
      // It asks the database, and so ends before it.
      await sandbox?.stop()
    }
  })
}

async function printDisagreements(parts: PaymentParts): Promise<void> {
  const disagreements = findDisagreements(parts, now())
  let count = 0
  for (;;) {
    const { done, value } = await disagreements.next()
    if (done) {
      console.log(count === 0 ? `✓ ${value.checked} orders: all agree.` : `${count} disagreements.`)
      break
    }
    count++
    console.error(`✗ ${value.orderId} (${value.status}): ${value.what}`)
  }
  if (count > 0) process.exitCode = 1
}
