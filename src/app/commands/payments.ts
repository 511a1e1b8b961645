import { findDisagreements } from '../../modules/payments/reconcile/find-disagreements.ts'
import { now } from '../../platform/clock.ts'
import { readConfig } from '../../platform/config.ts'
import { listenAsSandbox, paymentParts } from '../compose/payments.ts'
import { openPlatform } from '../opening/open-platform.ts'
import { readyDatabase } from '../opening/ready-database.ts'

/** Names every order that somebody sees otherwise, and ends with 1 when there is one. The service may run meanwhile. */
export async function reconcilePayments(environment: Record<string, string | undefined>): Promise<void> {
  const { config, sandbox } = listenAsSandbox(readConfig(environment))
  const { url, embedded } = await readyDatabase(config, (line) => console.log(line))
  const platform = await openPlatform(config, url)
  sandbox?.open(platform.db)
  try {
    const disagreements = findDisagreements(paymentParts(platform), now())
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
  } finally {
    await sandbox?.stop()
    await platform.close()
    await embedded?.stop()
  }
}
