import type { AutocommitDb, Db } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { listRecipients } from '../../accounts/public/recipients.ts'
import {
  listStreaksAtRisk,
  listStreakTimeZones,
  type StreakAtRisk,
} from '../../streaks/public/list-streaks-at-risk.ts'
import { streakAsOf } from '../../streaks/public/streak.ts'
import type { Notice } from '../notification.ts'
import { type NotifyDeps, notify } from '../public/notify.ts'

const PAGE = 200

type ReminderDeps = Pick<Platform, 'db' | 'autocommitDb' | 'write'> & NotifyDeps & { reminderHour: number }

/**
 * Reminds users whose streak ends at midnight, once per time zone and day, after the reminder hour. A streak that is
 * extended later already counts for today, so one run per day finds all users.
 */
export async function remindStreaksAtRisk(
  deps: ReminderDeps,
  now: Date,
  signal?: AbortSignal,
): Promise<number> {
  let reminded = 0
  for (const zone of await listStreakTimeZones(deps.db)) {
    const here = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone)
    const day = here.toPlainDate().toString()
    if (here.hour < deps.reminderHour || (await isZoneReminded(deps.db, zone, day))) continue
    reminded += await remindZone(deps, zone, now, signal)
    // An aborted run is repeated; the deduplication key prevents a second reminder.
    if (signal?.aborted) return reminded
    await markZoneReminded(deps.autocommitDb, zone, day)
  }
  return reminded
}

async function remindZone(
  deps: ReminderDeps,
  zone: string,
  now: Date,
  signal?: AbortSignal,
): Promise<number> {
  let reminded = 0
  let after: Parameters<typeof listStreaksAtRisk>[1]['after']
  do {
    const { atRisk, next } = await listStreaksAtRisk(deps.db, { zone, now, after, limit: PAGE })
    const notices = await noticesFor(deps, atRisk, now)
    if (notices.length > 0) reminded += (await deps.write((tx) => notify(tx, deps, notices, now))).length
    after = next
  } while (after && !signal?.aborted)
  return reminded
}

/** Users are selected by the time zone of their last lesson; their current time zone decides which day it is. */
async function noticesFor(
  { db }: ReminderDeps,
  atRisk: StreakAtRisk[],
  now: Date,
): Promise<(Notice & { dedupKey: string })[]> {
  const recipients = await listRecipients(
    db,
    atRisk.map(({ userId }) => userId),
  )
  return atRisk.flatMap(({ userId, state }) => {
    const timeZone = recipients.get(userId)?.timeZone
    if (timeZone === undefined) return []
    const { currentDays: days, isTodayDone } = streakAsOf(state, { at: now, zone: timeZone })
    if (days === 0 || isTodayDone) return []
    const today = Temporal.Instant.fromEpochMilliseconds(now.getTime())
      .toZonedDateTimeISO(timeZone)
      .toPlainDate()
    const midnight = today.add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds
    const type = 'STREAK_AT_RISK'
    return [
      {
        userId,
        type,
        template: type,
        values: { days },
        link: 'streak',
        dedupKey: `streak-at-risk:${today}`,
        expiresAt: new Date(midnight),
      },
    ]
  })
}

async function isZoneReminded(db: Db, zone: string, day: string): Promise<boolean> {
  return (await db`select 1 from streak_reminder where zone = ${zone} and day = ${day}::date`).length > 0
}

async function markZoneReminded(autocommitDb: AutocommitDb, zone: string, day: string): Promise<void> {
  await autocommitDb`insert into streak_reminder (zone, day) values (${zone}, ${day}::date) on conflict do nothing`
}
