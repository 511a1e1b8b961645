import { defineJob } from '../../platform/jobs/declare.ts'
import type { badgeUnlocked } from './events.ts'

/** A badge that was completed a moment ago. */
export const mintUnlocked = defineJob<ReturnType<typeof badgeUnlocked>>('badges.mint_unlocked')

/** All that are still owed. */
export const mintOwed = defineJob<Record<string, never>>('badges.mint_owed', {
  retries: 0,
  concurrency: 1,
  timeLimitSeconds: 300,
})
