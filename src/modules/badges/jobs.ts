import { defineJob } from '../../platform/jobs/declare.ts'
import type { BadgeType } from './definitions/definition.ts'
import type { badgeUnlocked } from './events.ts'

/** A badge that was completed a moment ago. */
export const mintUnlocked = defineJob<ReturnType<typeof badgeUnlocked>>('badges.mint_unlocked')

/** All that are still owed. */
export const mintOwed = defineJob<Record<string, never>>('badges.mint_owed', {
  retries: 0,
  concurrency: 1,
  timeLimitSeconds: 300,
})

/** Finds those who have what a badge takes, of users whose ids are greater. */
export const countBack = defineJob<{ badgeType: BadgeType; after?: string }>('badges.count_back', {
  concurrency: 2,
  timeLimitSeconds: 300,
})
