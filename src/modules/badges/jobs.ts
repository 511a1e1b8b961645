import type { BadgeType, badgeUnlocked } from '../../events/badges.ts'
import { defineCronJob, defineJob } from '../../platform/transaction/define-job.ts'

/** Mints one badge. The row is the source of truth; this job only starts the work early. */
export const mintUnlockedBadgeJob = defineJob<ReturnType<typeof badgeUnlocked>>('badges.mint_unlocked')

/** Mints every completed badge that is not on the chain. */
export const retryDueMintsJob = defineCronJob('badges.retry_due_mints', { timeLimitSeconds: 300 })

/** Backfills a badge for users with ids above `after`. */
export const backfillBadgeJob = defineJob<{ badgeType: BadgeType; after?: string }>('badges.backfill', {
  concurrency: 2,
  timeLimitSeconds: 300,
})
