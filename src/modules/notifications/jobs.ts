import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import { defineCronJob, defineJob } from '../../platform/transaction/define-job.ts'

/** Notifies users about an event; `notices/` builds the notices. */
export const notifyUsers = defineJob<DomainEvent<never>>('notifications.notify_users')

/** Delivers pending pushes and e-mails; the scheduled run delivers those whose job was lost. */
export const deliverNotifications = defineJob<{ notificationIds: string[] }>('notifications.deliver', {
  retries: 0,
})

export const deliverDueNotifications = defineCronJob('notifications.deliver_due', { timeLimitSeconds: 300 })

export const remindStreaksAtRiskJob = defineCronJob('notifications.remind_streaks_at_risk', {
  timeLimitSeconds: 900,
})
