import { accountRetention } from '../modules/accounts/retention.ts'
import { battleRetention } from '../modules/battle-records/retention.ts'
import { dailyXpRetention } from '../modules/battle-results/retention.ts'
import { catalogRetention } from '../modules/catalog/retention.ts'
import { importRetention } from '../modules/content-exchange/retention.ts'
import { historyRetention } from '../modules/content-history/retention.ts'
import { contestXpRetention } from '../modules/contests/contest-xp.ts'
import { slidePlayRetention } from '../modules/course-figures/retention.ts'
import { courseTestRetention } from '../modules/course-tests/retention.ts'
import { leagueRetention } from '../modules/leaderboards/retention.ts'
import { notificationRetention } from '../modules/notifications/retention.ts'
import { quoteRetention } from '../modules/payment-orders/retention.ts'
import { practiceRetention } from '../modules/practice/retention.ts'
import { promotionRetention } from '../modules/promotions/retention.ts'
import { reportRetention } from '../modules/reports/retention.ts'
import { reviewRetention } from '../modules/review/retention.ts'
import { sessionRetention } from '../modules/sessions/retention.ts'
import { walletRetention } from '../modules/wallet/retention.ts'
import { webhookRetention } from '../modules/webhooks/retention.ts'
import { attemptRetention } from '../platform/chain/relayer/retention.ts'
import { describeError } from '../platform/describe-error.ts'
import { keyRetention } from '../platform/http/idempotency-keys.ts'
import { log } from '../platform/log.ts'
import { mailRetention } from '../platform/mail/mail-queue.ts'
import type { Platform } from '../platform/platform.ts'
import { deleteFullBuckets } from '../platform/rate-limits/postgres-store.ts'
import { applyRetention, type RetentionRule } from '../platform/retention.ts'

export const RETENTION_RULES: RetentionRule[] = [
  ...accountRetention,
  ...sessionRetention,
  ...battleRetention,
  ...catalogRetention,
  ...historyRetention,
  ...importRetention,
  ...dailyXpRetention,
  ...contestXpRetention,
  ...notificationRetention,
  ...webhookRetention,
  ...walletRetention,
  ...quoteRetention,
  ...promotionRetention,
  ...courseTestRetention,
  ...slidePlayRetention,
  ...reviewRetention,
  ...practiceRetention,
  ...reportRetention,
  ...leagueRetention,
  attemptRetention,
  mailRetention,
  // Last, because it has one row per write and may use all the remaining time.
  keyRetention,
]

/** Deletes old rows, table by table. If one table fails, the others still run and the failed ones are thrown at the end. */
export async function runRetention(
  { autocommitDb, config }: Pick<Platform, 'autocommitDb' | 'config'>,
  now: Date,
  signal?: AbortSignal,
): Promise<void> {
  const runs = [
    { table: 'rate_limit', run: () => deleteFullBuckets(autocommitDb, signal) },
    ...RETENTION_RULES.map((rule) => ({
      table: rule.table,
      run: () => applyRetention(autocommitDb, rule, { config, now, signal }),
    })),
  ]
  const failed: string[] = []
  for (const { table, run } of runs) {
    if (signal?.aborted) return
    try {
      await run()
    } catch (error) {
      failed.push(table)
      log.warn({ table, error: describeError(error) }, 'retention: one table failed')
    }
  }
  if (failed.length > 0) throw new Error(`Retention failed for: ${failed.join(', ')}.`)
}
