import { now } from '../../../platform/clock.ts'
import { readConfig } from '../../../platform/config/config.ts'
import { Database } from '../../../platform/db/database.ts'
import { createWrite } from '../../../platform/transaction/write.ts'
import { contractSource } from '../contracts/contract-source.ts'
import type { WebhookSource } from '../webhook-source.ts'
import { processDueEvents } from './process-events.ts'

/**
 * A worker process that applies an event, prints the moment and waits. Tests kill it there: before the commit, or after the
 * commit and before the result is reported.
 */
export const KILLED_WORKER = import.meta.path

if (import.meta.main) {
  const [url, moment] = process.argv.slice(2) as [string, string]
  const waitForKill = async () => {
    process.stdout.write(`${moment}\n`)
    await new Promise((resolve) => setTimeout(resolve, 60_000))
    process.exit(1)
  }
  // The transaction must stay open for as long as the test needs.
  const database = new Database({ url, poolSize: 2, idleInTransactionTimeoutMs: 60_000 })
  const real = contractSource(readConfig({ LYCEUM_ENV: 'test' }).webhooks)
  const source: WebhookSource = {
    ...real,
    applyBatch: async (tx, events, now) => {
      const outcomes = await real.applyBatch!(tx, events, now)
      if (moment === 'before-commit') await waitForKill()
      else tx.afterCommit(waitForKill)
      return outcomes
    },
  }
  const write = createWrite(database, new Map(), () => {})
  await processDueEvents({ db: database.query, write, clock: now }, new Map([[source.name, source]]))
}
