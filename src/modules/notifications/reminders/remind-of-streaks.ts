import type { Platform } from '../../../platform/platform.ts'
import { listRecipients } from '../../identity/accounts/recipients.ts'
import {
  listStreaksAtRisk,
  listStreakZones,
  type StreakAtRisk,
} from '../../rewards/streak/list-streaks-at-risk.ts'
import { viewStreak } from '../../rewards/streak/streak.ts'
import type { Notice } from '../notification.ts'
import { type NotifyParts, notify } from '../notify.ts'
import { hasReminded, insertReminded } from './queries.ts'

const PAGE = 200

type Parts = Pick<Platform, 'db' | 'write'> & NotifyParts & { reminderHour: number }

/**
 * Reminds those whose streak ends at midnight, zone by zone, once it is late enough there; each zone once a day. Who
 * learned on after that has a streak that today already counts for, so nobody is missed by not looking again.
 */
export async function remindOfStreaksAtRisk(parts: Parts, now: Date, signal?: AbortSignal): Promise<number> {
  let reminded = 0
  for (const zone of await listStreakZones(parts.db)) {
    const here = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone)
    const day = here.toPlainDate().toString()
    if (here.hour < parts.reminderHour || (await hasReminded(parts.db, zone, day))) continue
    reminded += await remindZone(parts, zone, now, signal)
    // A walk that was broken off is begun again; whom it had come to is not reminded twice.
    if (signal?.aborted) return reminded
    await insertReminded(parts.db, zone, day)
  }
  return reminded
}

async function remindZone(parts: Parts, zone: string, now: Date, signal?: AbortSignal): Promise<number> {
  let reminded = 0
  let after: Parameters<typeof listStreaksAtRisk>[1]['after']
  do {
    const { atRisk, next } = await listStreaksAtRisk(parts.db, { zone, now, after, limit: PAGE })
    const notices = await noticesFor(parts, atRisk, now)
    if (notices.length > 0) reminded += (await parts.write((tx) => notify(tx, parts, notices, now))).length
    after = next
  } while (after && !signal?.aborted)
  return reminded
}

/** They were found by where they last learned; what day it is, is said by where they are now. */
async function noticesFor(
  { db }: Parts,
  atRisk: StreakAtRisk[],
  now: Date,
): Promise<(Notice & { cause: string })[]> {
  const recipients = await listRecipients(
    db,
    atRisk.map(({ userId }) => userId),
  )
  return atRisk.flatMap(({ userId, state }) => {
    const timeZone = recipients.get(userId)?.timeZone
    if (timeZone === undefined) return []
    const { currentDays: days, isTodayDone } = viewStreak(state, { at: now, zone: timeZone })
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
        cause: `streak-at-risk:${today}`,
        expiresAt: new Date(midnight),
      },
    ]
  })
}
