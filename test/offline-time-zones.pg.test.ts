import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { getOwnTimeZones } from '../src/modules/accounts/public/own-account.ts'
import { changeTimeZone } from '../src/modules/accounts/public/time-zones.ts'
import { profileRoutes } from '../src/modules/profiles/routes.ts'
import { now, useClock, useSystemClock } from '../src/platform/clock.ts'
import type { UserId } from '../src/platform/ids.ts'
import { createBarrier } from './harness/barrier.ts'
import { createLearningTestbed, type LearningTestbed } from './harness/learning-testbed.ts'

// A learner who is offline, flies, changes the time zone of the account and then sends what was done offline.

let testbed: LearningTestbed
let course: { id: string; lessons: string[] }
let user: UserId
let at: number
beforeAll(async () => {
  testbed = await createLearningTestbed({
    endpoints: (platform) => profileRoutes(platform, [], async () => {}),
  })
  course = await testbed.course('chain-basics')
})
afterAll(() => testbed.stop())
beforeEach(() => startInNairobi())
afterEach(() => useSystemClock())

/** A new learner enrolls on Monday at 09:00 in Nairobi. */
async function startInNairobi(): Promise<void> {
  setTime('2026-11-02T06:00:00Z')
  user = await testbed.addUser('Africa/Nairobi')
  await ask(`POST /user-courses/enroll/${course.id}`)
}

function setTime(moment: string): void {
  at = Date.parse(moment)
  useClock(() => at)
}

/** Sends a request that succeeds and returns its data. */
async function ask(route: string, body?: unknown) {
  const response = await testbed.call(route, user, body)
  expect([route, response.body.success]).toEqual([route, true])
  return response.body.data
}

const complete = (lesson: number, occurredAt?: string) =>
  ask(`POST /user-lessons/${course.lessons[lesson]}/complete`, occurredAt ? { occurredAt } : {})
const moveTo = (timeZone: string) => ask('PATCH /user/profile', { timeZone })
const streakDays = async () =>
  (
    await testbed.platform.db<{ day: string }>`
      select day::text as day from streak_day where user_id = ${user} order by day`
  ).map(({ day }) => day)
const earlierZones = async () => {
  const [row] = await testbed.platform.db<{ earlier: { zone: string; until: string }[] }>`
    select earlier_time_zones as earlier from user_account where id = ${user}`
  return row!.earlier
}

describe('an activity that arrives after a change of the time zone', () => {
  test('a lesson that was completed in Nairobi counts on its day in Nairobi after the flight to New York', async () => {
    // Tuesday 00:30 in Nairobi, Monday 16:30 in New York.
    const occurredAt = '2026-11-02T21:30:00.000Z'
    setTime('2026-11-03T15:00:00Z')
    await moveTo('America/New_York')
    setTime('2026-11-03T16:00:00Z')
    expect(await complete(0, occurredAt)).toMatchObject({ streakDays: 1 })
    expect(await streakDays()).toEqual(['2026-11-03'])
    // Tuesday 11:00 in New York: the date has counted.
    expect(await complete(1)).toMatchObject({ streakDays: 1 })
    setTime('2026-11-04T16:00:00Z')
    expect(await complete(2)).toMatchObject({ streakDays: 2 })
    expect(await streakDays()).toEqual(['2026-11-03', '2026-11-04'])
  })

  test('a flight from Auckland to Honolulu repeats a date, and two lessons on it count once', async () => {
    await moveTo('Pacific/Auckland')
    setTime('2026-11-02T20:00:00Z')
    await moveTo('Pacific/Honolulu')
    setTime('2026-11-03T05:00:00Z')
    // Monday 21:00 in Auckland, Monday 11:00 in Honolulu.
    await complete(0, '2026-11-02T08:00:00.000Z')
    expect(await complete(1, '2026-11-02T21:00:00.000Z')).toMatchObject({ streakDays: 1 })
    expect(await streakDays()).toEqual(['2026-11-02'])
  })

  test('a flight from Honolulu to Auckland skips a date, and the streak continues', async () => {
    await moveTo('Pacific/Honolulu')
    setTime('2026-11-03T18:00:00Z')
    await moveTo('Pacific/Auckland')
    setTime('2026-11-03T21:00:00Z')
    // Monday 20:00 in Honolulu, Wednesday 09:00 in Auckland.
    await complete(0, '2026-11-03T06:00:00.000Z')
    expect(await complete(1, '2026-11-03T20:00:00.000Z')).toMatchObject({ streakDays: 2 })
    expect(await streakDays()).toEqual(['2026-11-02', '2026-11-04'])
  })

  test('a learner who changes the time zone many times before old activities arrive gains no day', async () => {
    // Monday 09:30 and 23:30 in Nairobi.
    setTime('2026-11-03T05:00:00Z')
    for (let number = 0; number < 60; number++) {
      at += 1_000
      await moveTo(number % 2 ? 'Africa/Nairobi' : 'Pacific/Kiritimati')
    }
    await moveTo('Pacific/Kiritimati')
    await complete(0, '2026-11-02T06:30:00.000Z')
    expect(await complete(1, '2026-11-02T20:30:00.000Z')).toMatchObject({ streakDays: 1 })
    expect(await streakDays()).toEqual(['2026-11-02'])
    expect((await earlierZones()).length).toBeLessThanOrEqual(20)
  })

  test('the event of a late completion names both time zones', async () => {
    setTime('2026-11-03T15:00:00Z')
    await moveTo('America/New_York')
    await complete(0, '2026-11-02T21:30:00.000Z')
    expect(testbed.lastEvents.find(({ name }) => name === 'progress.lesson_completed')!.data).toMatchObject({
      timeZone: 'America/New_York',
      occurredAt: '2026-11-02T21:30:00.000Z',
      occurredInTimeZone: 'Africa/Nairobi',
    })
  })
})

describe('the earlier time zones of an account', () => {
  test('a change stores the time zone of before, and other changes of the profile store nothing', async () => {
    await ask('PATCH /user/profile', { bio: 'New here' })
    await moveTo('Africa/Nairobi')
    expect(await earlierZones()).toEqual([])
    await moveTo('America/New_York')
    await ask('PATCH /user/profile', { bio: 'Moved' })
    expect(await earlierZones()).toEqual([{ zone: 'Africa/Nairobi', until: '2026-11-02T06:00:00.000Z' }])
  })

  test('concurrent changes store every time zone', async () => {
    const zones = ['Asia/Tokyo', 'Asia/Dubai', 'Europe/Paris', 'America/Lima', 'Pacific/Niue', 'Asia/Kolkata']
    await Promise.all(zones.map(moveTo))
    const [row] = await testbed.platform.db<{ current: string }>`
      select time_zone as current from user_account where id = ${user}`
    const stored = (await earlierZones()).map(({ zone }) => zone)
    expect(stored[0]).toBe('Africa/Nairobi')
    expect([...stored.slice(1), row!.current].toSorted()).toEqual(zones.toSorted())
  })

  test('an unsafe control that changes the time zone without the lock of the account loses one', async () => {
    const meet = createBarrier(2)
    const unsafeControl = (zone: string) =>
      testbed.platform.write(async (tx) => {
        const { current, earlier } = changeTimeZone(await getOwnTimeZones(tx, user), zone, now())
        await meet()
        await tx`
          update user_account set time_zone = ${current}, earlier_time_zones = ${earlier}::jsonb where id = ${user}`
      })
    await Promise.all(['Asia/Tokyo', 'Asia/Dubai'].map(unsafeControl))
    expect(await earlierZones()).toHaveLength(1)
  })

  test('an activity that arrives during a change counts on the day in the time zone of its own time', async () => {
    for (let round = 0; round < 10; round++) {
      await startInNairobi()
      setTime('2026-11-03T15:00:00Z')
      // Tuesday 00:30 in Nairobi.
      const late = complete(0, '2026-11-02T21:30:00.000Z')
      await Promise.all([moveTo('America/New_York'), late, moveTo('Pacific/Honolulu')])
      expect(await streakDays()).toEqual(['2026-11-03'])
    }
  })
})
