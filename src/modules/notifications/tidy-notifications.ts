import { DAY_MS, later } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db/database.ts'
import { deleteUnseenDevices } from './devices/queries.ts'
import { deleteOldNotifications } from './inbox/queries.ts'
import { deleteOldReminders } from './reminders/queries.ts'

/** So few at once that nobody waits for it. */
const BATCH = 500
const KEEP_REMINDERS_DAYS = 7

/** Deletes what is older than the operator keeps it, a little at a time; what somebody has in hand is left for later. */
export async function tidyNotifications(db: Db, config: Config['notifications'], now: Date): Promise<void> {
  const before = later(now, -config.keepDays * DAY_MS)
  while ((await deleteOldNotifications(db, before, BATCH)) === BATCH);
  await deleteUnseenDevices(db, later(now, -config.keepTokensDays * DAY_MS))
  await deleteOldReminders(db, later(now, -KEEP_REMINDERS_DAYS * DAY_MS))
}
