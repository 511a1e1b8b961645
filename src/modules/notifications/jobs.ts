import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import { defineJob } from '../../platform/transaction/define-job.ts'

/** Notifies users about an event; `notices/` builds the notices. */
export const notifyUsers = defineJob<DomainEvent<never>>('notifications.notify_users')

/** Delivers pending pushes and e-mails; the scheduled run delivers those whose job was lost. */
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
