import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import type { UserId } from '../../../platform/ids.ts'
import { extendStreak } from '../../streaks/public/extend-streak.ts'
import { listStreaksAtRisk, listStreakTimeZones } from '../../streaks/public/list-streaks-at-risk.ts'
import { createNotificationFixture, type NotificationFixture } from '../notification-testbed.ts'
import { remindStreaksAtRisk } from './remind-streaks-at-risk.ts'

let fixture: NotificationFixture
beforeEach(async () => {
  await fixture?.test.drop()
  fixture = await createNotificationFixture()
})
afterAll(() => fixture.test.drop())

const at = (time: string) => {
  fixture.now = new Date(time)
}
const learn = (userId: UserId, timeZone: string, now: string) =>
  fixture.write((tx) => extendStreak(tx, { userId, timeZone, now: new Date(now) }))
const remind = () =>
  remindStreaksAtRisk(
    {
      db: fixture.db,
      autocommitDb: fixture.test.database.autocommit,
      write: fixture.write,
      linkBase: 'lyceum://',
      reminderHour: 20,
      connections: { sendToUser: (userId, frame) => void fixture.frames.push({ userId, frame }) },
    },
    fixture.now,
  )
const notificationsOf = async (userId: UserId) =>
  (
    await fixture.db<{ body: string }>`
      select body from notification where user_id = ${userId} and type = 'STREAK_AT_RISK' order by id`
  ).map(({ body }) => body)

async function addLearner(timeZone: string, ...days: string[]): Promise<UserId> {
  const userId = await fixture.addUser({ timeZone })
  for (const day of days) await learn(userId, timeZone, day)
  return userId
}

describe('streak reminders', () => {
  test('a reminder is sent once a day in the evening of the learner’s time zone and names the days', async () => {
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
      expect([time, (await notificationsOf(userId)).length]).toEqual([time, count])
    }
    expect(await notificationsOf(userId)).toEqual([
      'You have not learned yet today. One lesson before midnight keeps your streak of 2 days.',
    ])
  })

  test('a learner who learned today, has no streak or lost it gets no reminder', async () => {
    const done = await addLearner('UTC', '2026-11-02T10:00:00Z', '2026-11-03T09:00:00Z')
    const lost = await addLearner('UTC', '2026-10-30T10:00:00Z')
    const never = await fixture.addUser()
    at('2026-11-03T21:00:00Z')
    expect(await remind()).toBe(0)
    expect([await notificationsOf(done), await notificationsOf(lost), await notificationsOf(never)]).toEqual([
      [],
      [],
      [],
    ])
  })

  test('a reminder is sent again the next day when a freeze has saved the streak', async () => {
    const userId = await addLearner('UTC', '2026-11-02T10:00:00Z')
    await fixture.db`update streak set freezes = 1 where user_id = ${userId}`
    at('2026-11-03T20:00:00Z')
    await remind()
    at('2026-11-04T20:00:00Z')
    await remind()
    at('2026-11-05T20:00:00Z')
    await remind()
    expect(await notificationsOf(userId)).toHaveLength(2)
  })

  test('a reminder uses the current time zone of the learner, not the one of the last lesson', async () => {
    // It is the evening of the 3rd in Auckland, where they learned on the 2nd; in Honolulu, where they are, it is the 2nd.
    const userId = await addLearner('Pacific/Auckland', '2026-11-02T05:00:00Z')
    await fixture.db`update user_account set time_zone = 'Pacific/Honolulu' where id = ${userId}`
    at('2026-11-03T08:00:00Z')
    await remind()
    expect(await notificationsOf(userId)).toEqual([])
  })

  test('a reminder is pushed only until midnight', async () => {
    const userId = await addLearner('Africa/Nairobi', '2026-11-02T10:00:00Z')
    await fixture.addDevice(userId)
    at('2026-11-03T17:00:00Z')
    await remind()
    at('2026-11-03T21:00:00Z')
    await fixture.deliver()
    expect(fixture.pushed).toEqual([])
    expect(await fixture.deliveries(userId)).toMatchObject([{ state: 'DEAD', error: 'expired' }])
  })

  test('a reminder is sent once by concurrent processes, and after an aborted run', async () => {
    const users: UserId[] = []
    for (let count = 0; count < 5; count++) users.push(await addLearner('UTC', '2026-11-02T10:00:00Z'))
    at('2026-11-03T20:00:00Z')
    const stopped = AbortSignal.abort()
    const parts = {
      db: fixture.db,
      autocommitDb: fixture.test.database.autocommit,
      write: fixture.write,
      linkBase: '',
      reminderHour: 20,
      connections: { sendToUser: () => {} },
    }
    await remindStreaksAtRisk(parts, fixture.now, stopped)
    await Promise.all([remind(), remind(), remind()])
    for (const userId of users) expect(await notificationsOf(userId)).toHaveLength(1)
  })
})

test('streaks of many time zones are read page by page with an index', async () => {
  await fixture.db`
    insert into user_account (id, email, username, created_at)
    select gen_random_uuid(), number || '@streaks.example', 'streak' || number, now()
    from generate_series(1, 20000) as number`
  await fixture.db`
    insert into streak (user_id, current_days, longest_days, started_on, last_day, last_at, last_time_zone)
    select id, 3, 3, '2026-10-01', date '2026-11-02' - (row_number() over () % 40)::int,
      timestamptz '2026-11-02 10:00Z' - (row_number() over () % 40) * interval '1 day',
      'Zone/' || lpad((row_number() over () % 49)::text, 2, '0')
    from user_account`
  await fixture.db`update streak set last_time_zone = 'Europe/Paris' where last_time_zone = 'Zone/07'`
  await fixture.db`analyze streak`
  expect(await listStreakTimeZones(fixture.db)).toHaveLength(49)

  const now = new Date('2026-11-03T20:30:00Z')
  const found = new Set<UserId>()
  let after: Parameters<typeof listStreaksAtRisk>[1]['after']
  do {
    const page = await listStreaksAtRisk(fixture.db, { zone: 'Europe/Paris', now, after, limit: 7 })
    for (const { userId } of page.atRisk) found.add(userId)
    after = page.next
  } while (after)
  const [row] = await fixture.db<{ count: number }>`
    select count(*)::int as count from streak where last_time_zone = 'Europe/Paris' and last_day = '2026-11-02'`
  expect(found.size).toBe(row!.count)
  expect(row!.count).toBeGreaterThan(5)

  const zones = await fixture.explain((db) => listStreakTimeZones(db))
  const page = await fixture.explain((db) => listStreaksAtRisk(db, { zone: 'Europe/Paris', now, limit: 7 }))
  for (const { plan } of [zones, page]) {
    expect(plan).toContain('streak_by_time_zone')
    expect(plan).not.toContain('Seq Scan')
  }
  expect(zones.pages).toBeLessThan(400)
})
