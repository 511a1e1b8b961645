import { addMs, DAY_MS } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Db } from '../../platform/db/database.ts'
import { deleteInBatches } from '../../platform/retention.ts'
import { deleteUnseenDevices } from './devices/queries.ts'
import { deleteExpiredNotifications } from './inbox/queries.ts'
import { deleteExpiredReminders } from './reminders/queries.ts'

const KEEP_REMINDERS_DAYS = 7

/** Deletes old notifications, unused devices and reminder records in batches. */
export async function applyNotificationRetention(
  db: Db,
  config: Config['notifications'],
  now: Date,
  signal?: AbortSignal,
): Promise<void> {
  const before = addMs(now, -config.keepDays * DAY_MS)
  const unseenSince = addMs(now, -config.keepTokensDays * DAY_MS)
  await deleteInBatches('notification', (limit) => deleteExpiredNotifications(db, before, limit), { signal })
  await deleteInBatches('device_token', (limit) => deleteUnseenDevices(db, unseenSince, limit), { signal })
  await deleteExpiredReminders(db, addMs(now, -KEEP_REMINDERS_DAYS * DAY_MS))
}
