import { DAY_MS, later } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db/database.ts'
import { prune } from '../../platform/prune.ts'
import { deleteUnseenDevices } from './devices/queries.ts'
import { deleteOldNotifications } from './inbox/queries.ts'
import { deleteOldReminders } from './reminders/queries.ts'

const KEEP_REMINDERS_DAYS = 7

/** Deletes what is older than the operator keeps it, a little at a time; what somebody has in hand is left for later. */
export async function tidyNotifications(
  db: Db,
  config: Config['notifications'],
  now: Date,
  signal?: AbortSignal,
): Promise<void> {
  const before = later(now, -config.keepDays * DAY_MS)
  const unseenSince = later(now, -config.keepTokensDays * DAY_MS)
  await prune('notification', (limit) => deleteOldNotifications(db, before, limit), { signal })
  await prune('device_token', (limit) => deleteUnseenDevices(db, unseenSince, limit), { signal })
  await deleteOldReminders(db, later(now, -KEEP_REMINDERS_DAYS * DAY_MS))
}
