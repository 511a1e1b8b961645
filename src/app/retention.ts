import { runAccountRetention } from '../modules/accounts/retention.ts'
import { runBattleRetention } from '../modules/battle-records/retention.ts'
import { runDailyXpRetention } from '../modules/battle-results/retention.ts'
import { applyNotificationRetention } from '../modules/notifications/retention.ts'
import { applyQuoteRetention } from '../modules/payment-orders/retention.ts'
import { applyPromotionRetention } from '../modules/promotions/retention.ts'
import { runSessionRetention } from '../modules/sessions/retention.ts'
import { runWalletRetention } from '../modules/wallet/retention.ts'
import { applyWebhookRetention } from '../modules/webhooks/retention.ts'
import { deleteExpiredAttempts } from '../platform/chain/relayer/retention.ts'
import { MINUTE_MS } from '../platform/clock.ts'
import { describeError } from '../platform/describe-error.ts'
import { deleteExpiredKeys } from '../platform/http/idempotency-keys.ts'
import { log } from '../platform/log.ts'
import type { Platform } from '../platform/platform.ts'
import { deleteFullBuckets } from '../platform/rate-limits/postgres-store.ts'
import { deleteInBatches } from '../platform/retention.ts'

/** Less than the time limit of the job. */
const KEYS_MAX_MS = 5 * MINUTE_MS

/** Deletes old rows, area by area. If one area fails, the others still run and the failed ones are thrown at the end. */
export async function runRetention(
  { db, config }: Pick<Platform, 'db' | 'config'>,
  now: Date,
  signal?: AbortSignal,
): Promise<void> {
  const { retention, notifications } = config
  const areas = {
    rateLimits: () => deleteFullBuckets(db, signal),
    accounts: () => runAccountRetention(db, now, signal),
    sessions: () => runSessionRetention(db, retention, now, signal),
    battles: () => runBattleRetention(db, retention, now, signal),
    battleXp: () => runDailyXpRetention(db, now, signal),
    notifications: () => applyNotificationRetention(db, notifications, now, signal),
    webhooks: () => applyWebhookRetention(db, retention, now, signal),
    wallet: () => runWalletRetention(db, now, signal),
    quotes: () => applyQuoteRetention(db, now, signal),
    promotions: () => applyPromotionRetention(db, retention, now, signal),
    chain: () => deleteExpiredAttempts(db, now, signal),
    // Last, because it has one row per write and may use all the remaining time.
    idempotency: () =>
      deleteInBatches('idempotency_record', (limit) => deleteExpiredKeys(db, limit), {
        signal,
        maxMs: KEYS_MAX_MS,
      }),
  }
  const failed: string[] = []
  for (const [name, deleteOldRows] of Object.entries(areas)) {
    if (signal?.aborted) return
    try {
      await deleteOldRows()
    } catch (error) {
      failed.push(name)
      log.warn({ area: name, error: describeError(error) }, 'retention: one area failed')
    }
  }
  if (failed.length > 0) throw new Error(`Retention failed for: ${failed.join(', ')}.`)
}
