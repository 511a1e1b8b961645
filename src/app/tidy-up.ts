import { tidyBattles } from '../modules/battles/jobs.ts'
import { tidyIdentity } from '../modules/identity/jobs.ts'
import { tidyNotifications } from '../modules/notifications/tidy-notifications.ts'
import { tidyQuotes } from '../modules/payments/quotes/tidy-quotes.ts'
import { tidyPromotions } from '../modules/promotions/jobs.ts'
import { tidyWallet } from '../modules/wallet/jobs.ts'
import { tidyInbox } from '../modules/webhooks/inbox/personal-data.ts'
import { forgetOldAttempts } from '../platform/chain/relayer/forget-old-attempts.ts'
import { MINUTE_MS } from '../platform/clock.ts'
import { describeFault } from '../platform/describe-fault.ts'
import { deleteOldKeys } from '../platform/http/idempotency.ts'
import { deleteFullBuckets } from '../platform/limits/postgres.ts'
import { log } from '../platform/log.ts'
import type { Platform } from '../platform/platform.ts'
import { prune } from '../platform/prune.ts'

/** Well within the time that the job has. */
const KEYS_LONGEST_MS = 5 * MINUTE_MS

/** Deletes everything that is old, table by table. One that fails does not keep the others from their turn. */
export async function tidyUp(
  { db, config }: Pick<Platform, 'db' | 'config'>,
  now: Date,
  signal?: AbortSignal,
): Promise<void> {
  const { retention, notifications } = config
  const steps = {
    limits: () => deleteFullBuckets(db, signal),
    identity: () => tidyIdentity(db, retention, now, signal),
    battles: () => tidyBattles(db, retention, now, signal),
    notifications: () => tidyNotifications(db, notifications, now, signal),
    inbox: () => tidyInbox(db, retention, now, signal),
    wallet: () => tidyWallet(db, now, signal),
    quotes: () => tidyQuotes(db, now, signal),
    promotions: () => tidyPromotions(db, retention, now, signal),
    chain: () => forgetOldAttempts(db, now, signal),
    // A row for every write, so it may take all the time that is left; and last, so that it takes nobody else's.
    idempotency: () =>
      prune('idempotency_record', (limit) => deleteOldKeys(db, limit), {
        signal,
        longestMs: KEYS_LONGEST_MS,
      }),
  }
  const failed: string[] = []
  for (const [name, step] of Object.entries(steps)) {
    if (signal?.aborted) return
    try {
      await step()
    } catch (fault) {
      failed.push(name)
      log.warn({ part: name, fault: describeFault(fault) }, 'tidy up: a part failed')
    }
  }
  if (failed.length > 0) throw new Error(`Tidying up failed in part: ${failed.join(', ')}.`)
}
