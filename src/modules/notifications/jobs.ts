import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import { defineJob } from '../../platform/transaction/define-job.ts'

/** Tells people of a fact; which, and how, is in `notices/`. */
export const notifyUsers = defineJob<DomainEvent<never>>('notifications.notify_users')

/** A hint that devices and mailboxes are owed something; the sweep finds those whose hint was lost. */
export const deliverNotifications = defineJob<{ notificationIds: string[] }>('notifications.deliver', {
  retries: 0,
})

export const deliverDueNotifications = defineJob<Record<string, never>>('notifications.deliver_due', {
  retries: 0,
  concurrency: 1,
  timeLimitSeconds: 300,
})

export const remindStreaksAtRiskJob = defineJob<Record<string, never>>(
  'notifications.remind_streaks_at_risk',
  {
    retries: 0,
    concurrency: 1,
    timeLimitSeconds: 900,
  },
)
