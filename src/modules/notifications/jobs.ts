import type { Fact } from '../../platform/events.ts'
import { defineJob } from '../../platform/jobs/declare.ts'

/** Tells people of a fact; which, and how, is in `notices/`. */
export const tellUsers = defineJob<Fact<never>>('notifications.tell')

/** A hint that devices and mailboxes are owed something; the sweep finds those whose hint was lost. */
export const deliverNotifications = defineJob<{ notificationIds: string[] }>('notifications.deliver', {
  retries: 0,
})

export const sweepDeliveries = defineJob<Record<string, never>>('notifications.sweep', {
  retries: 0,
  concurrency: 1,
  timeLimitSeconds: 300,
})

export const remindOfStreaks = defineJob<Record<string, never>>('notifications.remind_of_streaks', {
  retries: 0,
  concurrency: 1,
  timeLimitSeconds: 900,
})
