import type { badgeUnlocked } from '../../events/badges.ts'
import { defineJob } from '../../platform/transaction/define-job.ts'
import type { BadgeType } from './public/badge-definition.ts'

/** A badge that was completed a moment ago. */
export const mintUnlockedBadgeJob = defineJob<ReturnType<typeof badgeUnlocked>>('badges.mint_unlocked')

/** All that are still owed. */
export const retryDueMintsJob = defineJob<Record<string, never>>('badges.retry_due_mints', {
  retries: 0,
  concurrency: 1,
  timeLimitSeconds: 300,
})

/** Finds those who have what a badge takes, of users whose ids are greater. */
export const backfillBadgeJob = defineJob<{ badgeType: BadgeType; after?: string }>('badges.backfill', {
  concurrency: 2,
  timeLimitSeconds: 300,
})
