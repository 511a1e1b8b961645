import { runAccountRetention } from '../modules/accounts/retention.ts'
import { runBattleRetention } from '../modules/battle-records/retention.ts'
import { runDailyXpRetention } from '../modules/battle-results/retention.ts'
import { applyNotificationRetention } from '../modules/notifications/retention.ts'
import { applyQuoteRetention } from '../modules/payment-orders/retention.ts'
import { applyPromotionRetention } from '../modules/promotions/retention.ts'
import { runSessionRetention } from '../modules/sessions/retention.ts'
import { runWalletRetention } from '../modules/wallet/retention.ts'
import { applyWebhookRetention } from '../modules/webhooks/personal-data.ts'
import { deleteExpiredAttempts } from '../platform/chain/relayer/retention.ts'
import { MINUTE_MS } from '../platform/clock.ts'
import { describeError } from '../platform/describe-error.ts'
import { deleteExpiredKeys } from '../platform/http/idempotency-keys.ts'
import { log } from '../platform/log.ts'
import type { Platform } from '../platform/platform.ts'
import { deleteFullBuckets } from '../platform/rate-limits/postgres-store.ts'
import { deleteInBatches } from '../platform/retention.ts'

/** Well within the time that the job has. */
const KEYS_MAX_MS = 5 * MINUTE_MS

/** Deletes everything that is old, table by table. One that fails does not keep the others from their turn. */
export async function runRetention(
  { db, config }: Pick<Platform, 'db' | 'config'>,
  now: Date,
  signal?: AbortSignal,
): Promise<void> {
  const { retention, notifications } = config
  const steps = {
    limits: () => deleteFullBuckets(db, signal),
    accounts: () => runAccountRetention(db, now, signal),
    sessions: () => runSessionRetention(db, retention, now, signal),
    battles: () => runBattleRetention(db, retention, now, signal),
    battleXp: () => runDailyXpRetention(db, now, signal),
    notifications: () => applyNotificationRetention(db, notifications, now, signal),
    inbox: () => applyWebhookRetention(db, retention, now, signal),
    wallet: () => runWalletRetention(db, now, signal),
    quotes: () => applyQuoteRetention(db, now, signal),
    promotions: () => applyPromotionRetention(db, retention, now, signal),
    chain: () => deleteExpiredAttempts(db, now, signal),
    // A row for every write, so it may take all the time that is left; and last, so that it takes nobody else's.
    idempotency: () =>
      deleteInBatches('idempotency_record', (limit) => deleteExpiredKeys(db, limit), {
        signal,
        maxMs: KEYS_MAX_MS,
      }),
  }
  const failed: string[] = []
  for (const [name, step] of Object.entries(steps)) {
    if (signal?.aborted) return
    try {
      await step()
    } catch (error) {
      failed.push(name)
      log.warn({ part: name, error: describeError(error) }, 'retention: one area failed')
    }
  }
  if (failed.length > 0) throw new Error(`Tidying up failed in part: ${failed.join(', ')}.`)
}
