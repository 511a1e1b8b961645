import { afterAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { UserId } from '../../../platform/ids.ts'
import { extendStreak } from '../../rewards/streak/extend-streak.ts'
import { listStreaksAtRisk, listStreakZones } from '../../rewards/streak/list-streaks-at-risk.ts'
import { type NotificationBed, openNotificationBed } from '../notification-testbed.ts'
import { remindOfStreaksAtRisk } from './remind-of-streaks.ts'

setDefaultTimeout(120_000)

let bed: NotificationBed
beforeEach(async () => {
  await bed?.test.drop()
  bed = await openNotificationBed()
})
afterAll(() => bed.test.drop())

const at = (time: string) => {
  bed.now = new Date(time)
}
const learn = (userId: UserId, timeZone: string, now: string) =>
  bed.write((tx) => extendStreak(tx, { userId, timeZone, now: new Date(now) }))
const remind = () =>
  remindOfStreaksAtRisk(
    {
      db: bed.db,
      write: bed.write,
      linkBase: 'lyceum://',
      reminderHour: 20,
      sockets: { toUser: (userId, frame) => void bed.frames.push({ userId, frame }) },
    },
    bed.now,
  )
const told = async (userId: UserId) =>
  (
    await bed.db<{ body: string }>`
      select body from notification where user_id = ${userId} and type = 'STREAK_AT_RISK' order by id`
  ).map(({ body }) => body)

async function addLearner(timeZone: string, ...days: string[]): Promise<UserId> {
  const userId = await bed.addUser({ timeZone })
  for (const day of days) await learn(userId, timeZone, day)
  return userId
}

describe('a reminder', () => {
  test('comes in the evening of the learner’s own zone, once a day, and says the days', async () => {
    const userId = await addLearner('Africa/Nairobi', '2026-11-01T10:00:00Z', '2026-11-02T10:00:00Z')
    for (const [time, count] of [
      ['2026-11-02T18:00:00Z', 0], // 21:00 of the day on which they have learned
      ['2026-11-03T16:59:00Z', 0], // 19:59
      ['2026-11-03T17:00:00Z', 1], // 20:00
      ['2026-11-03T17:05:00Z', 1],
      ['2026-11-03T20:59:00Z', 1],
    ] as const) {
      at(time)
      await remind()
      expect([time, (await told(userId)).length]).toEqual([time, count])
    }
    expect(await told(userId)).toEqual([
      'You have not learned yet today. One lesson before midnight keeps your streak of 2 days.',
    ])
  })

  test('does not come to those who have learned today, have no streak, or lost it', async () => {
    const done = await addLearner('UTC', '2026-11-02T10:00:00Z', '2026-11-03T09:00:00Z')
    const lost = await addLearner('UTC', '2026-10-30T10:00:00Z')
    const never = await bed.addUser()
    at('2026-11-03T21:00:00Z')
    expect(await remind()).toBe(0)
    expect([await told(done), await told(lost), await told(never)]).toEqual([[], [], []])
  })

  test('comes again the next day when a freeze has saved the streak', async () => {
    const userId = await addLearner('UTC', '2026-11-02T10:00:00Z')
    await bed.db`update streak set freezes = 1 where user_id = ${userId}`
    at('2026-11-03T20:00:00Z')
    await remind()
    at('2026-11-04T20:00:00Z')
    await remind()
    at('2026-11-05T20:00:00Z')
    await remind()
    expect(await told(userId)).toHaveLength(2)
  })

  test('goes by where the learner is now, when that is another place than where they last learned', async () => {
    // It is the evening of the 3rd in Auckland, where they learned on the 2nd; in Honolulu, where they are, it is the 2nd.
    const userId = await addLearner('Pacific/Auckland', '2026-11-02T05:00:00Z')
    await bed.db`update user_account set time_zone = 'Pacific/Honolulu' where id = ${userId}`
    at('2026-11-03T08:00:00Z')
    await remind()
    expect(await told(userId)).toEqual([])
  })

  test('is worth a push until midnight only', async () => {
    const userId = await addLearner('Africa/Nairobi', '2026-11-02T10:00:00Z')
    await bed.addDevice(userId)
    at('2026-11-03T17:00:00Z')
    await remind()
    at('2026-11-03T21:00:00Z')
    await bed.deliver()
    expect(bed.pushed).toEqual([])
    expect(await bed.deliveries(userId)).toMatchObject([{ state: 'DEAD', fault: 'it is too late' }])
  })

  test('comes once, whatever number of processes look at once, and also after one broke off', async () => {
    const users: UserId[] = []
    for (let count = 0; count < 5; count++) users.push(await addLearner('UTC', '2026-11-02T10:00:00Z'))
    at('2026-11-03T20:00:00Z')
    const stopped = AbortSignal.abort()
    const parts = {
      db: bed.db,
      write: bed.write,
      linkBase: '',
      reminderHour: 20,
      sockets: { toUser: () => {} },
    }
    await remindOfStreaksAtRisk(parts, bed.now, stopped)
    await Promise.all([remind(), remind(), remind()])
    for (const userId of users) expect(await told(userId)).toHaveLength(1)
  })
})

test('many streaks in many zones are walked through by the index, page by page', async () => {
  await bed.db`
    insert into user_account (id, email, username, created_at)
    select gen_random_uuid(), number || '@streaks.example', 'streak' || number, now()
    from generate_series(1, 20000) as number`
  await bed.db`
    insert into streak (user_id, current_days, longest_days, started_on, last_day, last_at, last_zone)
    select id, 3, 3, '2026-10-01', date '2026-11-02' - (row_number() over () % 40)::int,
      timestamptz '2026-11-02 10:00Z' - (row_number() over () % 40) * interval '1 day',
      'Zone/' || lpad((row_number() over () % 49)::text, 2, '0')
    from user_account`
  await bed.db`update streak set last_zone = 'Europe/Paris' where last_zone = 'Zone/07'`
  await bed.db`analyze streak`
  expect(await listStreakZones(bed.db)).toHaveLength(49)

  const now = new Date('2026-11-03T20:30:00Z')
  const found = new Set<UserId>()
  let after: Parameters<typeof listStreaksAtRisk>[1]['after']
  do {
    const page = await listStreaksAtRisk(bed.db, { zone: 'Europe/Paris', now, after, limit: 7 })
    for (const { userId } of page.atRisk) found.add(userId)
    after = page.next
  } while (after)
  const [row] = await bed.db<{ count: number }>`
    select count(*)::int as count from streak where last_zone = 'Europe/Paris' and last_day = '2026-11-02'`
  expect(found.size).toBe(row!.count)
  expect(row!.count).toBeGreaterThan(5)

  const zones = await bed.explain((db) => listStreakZones(db))
  const page = await bed.explain((db) => listStreaksAtRisk(db, { zone: 'Europe/Paris', now, limit: 7 }))
  for (const { plan } of [zones, page]) {
    expect(plan).toContain('streak_by_zone')
    expect(plan).not.toContain('Seq Scan')
  }
  expect(zones.pages).toBeLessThan(400)
})
