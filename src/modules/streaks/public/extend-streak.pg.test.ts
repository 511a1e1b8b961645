import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { collectOutcomes, createBarrier } from '../../../../test/harness/barrier.ts'
import { datesAsText } from '../../../../test/harness/dates-as-text.ts'
import { addMs, DAY_MS, HOUR_MS } from '../../../platform/clock.ts'
import { newId, type UserId } from '../../../platform/ids.ts'
import { metricsText } from '../../../platform/metrics.ts'
import { createLedgerTestbed, type LedgerTestbed } from '../../ledger/ledger-testbed.ts'
import { userAccount } from '../../ledger/public/account.ts'
import { auditLedger } from '../../ledger/public/audit-ledger.ts'
import { rewardUser } from '../../ledger/public/reward-user.ts'
import { buyStreakFreeze } from '../buy-streak-freeze.ts'
import { findStreak } from '../queries.ts'
import { extendStreak } from './extend-streak.ts'
import { getStreak } from './get-streak.ts'
import { listStreakLengths } from './list-streak-lengths.ts'

const monday = new Date('2026-11-02T12:00:00.000Z')
const day = (number: number) => addMs(monday, number * DAY_MS)
let testbed: LedgerTestbed
beforeAll(async () => {
  testbed = await createLedgerTestbed(16)
})
afterAll(() => testbed.test.drop())

const learn = (userId: UserId, now: Date, timeZone = 'UTC') =>
  testbed.write((tx) => extendStreak(tx, { userId, timeZone, now }))
const buy = (userId: UserId, now: Date) => testbed.write((tx) => buyStreakFreeze(tx, { userId, now }))
const pay = (userId: UserId, gems: number) =>
  testbed.write((tx) =>
    rewardUser(tx, { userId, xp: 0, gems, source: `test:${newId()}`, reason: 'test', now: monday }),
  )
const gemsOf = (userId: UserId) => testbed.balanceOf(userAccount(userId), 'GEM')
const many = <Result>(count: number, work: (index: number) => Promise<Result>) =>
  Array.from({ length: count }, (_, index) => work(index))

/** Shared transactions that were rolled back because a member had to run alone. */
async function splitTransactions(): Promise<number> {
  const [, count] =
    /lyceum_shared_transactions_total\{outcome="split"\} (\d+)/.exec(await metricsText()) ?? []
  return Number(count ?? 0)
}

async function daysOf(userId: UserId): Promise<string[]> {
  const rows = await testbed.database.query<{ text: string }>`
    select day::text || ' ' || status as text from streak_day where user_id = ${userId} order by day`
  return rows.map(({ text }) => text)
}

describe('extendStreak', () => {
  test('a streak grows by a day, pays its milestone once and emits both events', async () => {
    const ada = await testbed.addUser()
    expect(await learn(ada, day(0))).toEqual({
      currentDays: 1,
      longestDays: 1,
      isNewDay: true,
      milestone: null,
    })
    expect((await learn(ada, addMs(day(0), HOUR_MS))).isNewDay).toBe(false)
    await learn(ada, day(1))
    const third = await testbed.write.withEvents((tx) =>
      extendStreak(tx, { userId: ada, timeZone: 'UTC', now: day(2) }),
    )
    expect(third.result).toEqual({
      currentDays: 3,
      longestDays: 3,
      isNewDay: true,
      milestone: { days: 3, gems: 5 },
    })
    const at = day(2).toISOString()
    expect(third.events.map(({ name, data }) => [name, data])).toEqual([
      ['streaks.streak_extended', { userId: ada, currentDays: 3, at }],
      ['streaks.streak_milestone_reached', { userId: ada, days: 3, gems: 5, at }],
    ])
    const again = await testbed.write.withEvents((tx) =>
      extendStreak(tx, { userId: ada, timeZone: 'UTC', now: addMs(day(2), HOUR_MS) }),
    )
    expect(again.result).toMatchObject({ currentDays: 3, isNewDay: false, milestone: null })
    expect(again.events).toEqual([])
    expect(await gemsOf(ada)).toBe(5n)
    expect(await daysOf(ada)).toEqual(['2026-11-02 DONE', '2026-11-03 DONE', '2026-11-04 DONE'])
    const [transfer] = await testbed.database.query`
      select reason from ledger_transfer where source = ${`streak:${ada}:2026-11-02:3`}`
    expect(transfer).toEqual({ reason: 'streak milestone' })
  })

  test('an activity that does not count is stored, because another calendar may need it', async () => {
    const ada = await testbed.addUser()
    await learn(ada, new Date('2026-05-01T00:30:00Z'), 'Europe/London')
    await learn(ada, new Date('2026-05-01T22:30:00Z'), 'Europe/Paris')
    expect(datesAsText(await findStreak(testbed.database.query, ada))).toMatchObject(
      datesAsText({
        lastAt: new Date('2026-05-01T22:30:00Z'),
        lastZone: 'Europe/Paris',
      }) as object,
    )
  })

  test('an activity older than the last one changes no row', async () => {
    const ada = await testbed.addUser()
    await learn(ada, day(0))
    await learn(ada, day(5), 'Asia/Tokyo')
    const before = await findStreak(testbed.database.query, ada)
    expect(await learn(ada, day(4), 'Pacific/Honolulu')).toMatchObject({ currentDays: 1, isNewDay: false })
    expect(await findStreak(testbed.database.query, ada)).toEqual(before!)
    expect(await daysOf(ada)).toHaveLength(2)
  })

  test('an activity uses freezes for missed days and stores those days', async () => {
    const ada = await testbed.addUser()
    await pay(ada, 100)
    await buy(ada, day(0))
    await buy(ada, day(0))
    await learn(ada, day(0))
    expect(await learn(ada, day(3))).toMatchObject({ currentDays: 2, isNewDay: true })
    expect(await daysOf(ada)).toEqual([
      '2026-11-02 DONE',
      '2026-11-03 FROZEN',
      '2026-11-04 FROZEN',
      '2026-11-05 DONE',
    ])
    expect((await findStreak(testbed.database.query, ada))!.freezes).toBe(0)
    expect(await learn(ada, day(5))).toMatchObject({ currentDays: 1, longestDays: 2 })
  })

  test('getStreak returns the streak without extending it', async () => {
    const ada = await testbed.addUser()
    const seen = (now: Date) => getStreak(testbed.database.query, { userId: ada, timeZone: 'UTC', now })
    expect((await seen(day(0))).currentDays).toBe(0)
    await learn(ada, day(0))
    expect(await seen(day(1))).toEqual({ currentDays: 1, longestDays: 1, isNewDay: false, milestone: null })
    expect(await seen(day(2))).toMatchObject({ currentDays: 0, longestDays: 1 })
    expect(await daysOf(ada)).toHaveLength(1)
  })

  test('a rolled back activity leaves no row', async () => {
    const ada = await testbed.addUser()
    const failing = testbed.write(async (tx) => {
      await extendStreak(tx, { userId: ada, timeZone: 'UTC', now: monday })
      throw new Error('the lesson was not completed')
    })
    await expect(failing).rejects.toThrow('not completed')
    expect(await findStreak(testbed.database.query, ada)).toBeUndefined()
    expect(await daysOf(ada)).toEqual([])
  })
})

describe('concurrent activities', () => {
  test('50 concurrent activities of a new user count one day', async () => {
    for (let round = 0; round < 3; round++) {
      const ada = await testbed.addUser()
      const outcomes = await Promise.all(many(50, (index) => learn(ada, addMs(monday, index % 7))))
      expect(outcomes.filter(({ isNewDay }) => isNewDay)).toHaveLength(1)
      expect(new Set(outcomes.map(({ currentDays }) => currentDays))).toEqual(new Set([1]))
      expect(await daysOf(ada)).toEqual(['2026-11-02 DONE'])
    }
  })

  test('50 concurrent activities on a milestone day pay it once', async () => {
    const ada = await testbed.addUser()
    await learn(ada, day(0))
    await learn(ada, day(1))
    const outcomes = await Promise.all(many(50, () => learn(ada, day(2))))
    expect(outcomes.filter(({ milestone }) => milestone)).toHaveLength(1)
    expect(await gemsOf(ada)).toBe(5n)
    expect(await daysOf(ada)).toHaveLength(3)
  })

  test('concurrent activities, purchases and rewards of one user do not deadlock', async () => {
    const ada = await testbed.addUser()
    await pay(ada, 1_000)
    await learn(ada, day(0))
    await learn(ada, day(1))
    const both = (index: number) =>
      testbed.write(async (tx) => {
        const source = `test:${newId()}`
        await Promise.all([
          rewardUser(tx, { userId: ada, xp: 1, gems: 0, source, reason: 'test', now: day(2) }),
          extendStreak(tx, { userId: ada, timeZone: 'UTC', now: addMs(day(2), index) }),
        ])
      })
    const outcome = await collectOutcomes(
      many<unknown>(60, (index) => (index % 3 ? both(index) : buy(ada, day(2)))),
    )
    expect(outcome).toEqual({ done: 42, refused: { FREEZES_FULL: 18 } })
    expect(await gemsOf(ada)).toBe(905n)
    expect(await findStreak(testbed.database.query, ada)).toMatchObject({ currentDays: 3, freezes: 2 })
  })

  test('an unsafe control that reads the streak before it counts a day counts one day more than once', async () => {
    await testbed.database.withSession(({ script }) =>
      script(
        'create table tally (id integer, days integer, last_day date); insert into tally values (1, 0, null)',
      ),
    )
    const meet = createBarrier(10)
    const unsafeControl = () =>
      testbed.write(async (tx) => {
        const [seen] = await tx<{ isDone: boolean | null }>`
          select last_day = '2026-11-02' as "isDone" from tally where id = 1`
        await meet()
        if (!seen!.isDone) await tx`update tally set days = days + 1, last_day = '2026-11-02' where id = 1`
      })
    await Promise.all(many(10, unsafeControl))
    const [row] = await testbed.database.query<{ days: number }>`select days from tally`
    expect(row!.days).toBe(10)
  })
})

describe('buyStreakFreeze', () => {
  test('a freeze costs 50 gems, and a user may have two', async () => {
    const ada = await testbed.addUser()
    await pay(ada, 160)
    expect(await buy(ada, monday)).toEqual({ freezes: 1, newTotalGems: 110 })
    expect(await buy(ada, monday)).toEqual({ freezes: 2, newTotalGems: 60 })
    await expect(buy(ada, monday)).rejects.toMatchObject({ code: 'FREEZES_FULL', status: 409 })
    expect(await gemsOf(ada)).toBe(60n)
  })

  test('a freeze is refused without enough gems, and no row is stored', async () => {
    const ada = await testbed.addUser()
    await pay(ada, 49)
    await expect(buy(ada, monday)).rejects.toMatchObject({ code: 'INSUFFICIENT_GEMS', status: 402 })
    expect(await gemsOf(ada)).toBe(49n)
    expect(await findStreak(testbed.database.query, ada)).toBeUndefined()
  })

  test('a freeze does not cover days that were missed before its purchase', async () => {
    const ada = await testbed.addUser()
    await pay(ada, 100)
    await learn(ada, day(0))
    await buy(ada, day(3))
    await buy(ada, day(3))
    expect(await learn(ada, day(3))).toMatchObject({ currentDays: 1, isNewDay: true })
    expect((await findStreak(testbed.database.query, ada))!.freezes).toBe(2)
  })

  test('a freeze can be bought when a missed day uses an earlier one', async () => {
    const ada = await testbed.addUser()
    await pay(ada, 200)
    await buy(ada, day(0))
    await buy(ada, day(0))
    await learn(ada, day(0))
    expect(await buy(ada, day(2))).toMatchObject({ freezes: 2 })
    expect(await daysOf(ada)).toEqual(['2026-11-02 DONE', '2026-11-03 FROZEN'])
    expect(await learn(ada, day(2))).toMatchObject({ currentDays: 2 })
    expect((await findStreak(testbed.database.query, ada))!.freezes).toBe(2)
  })

  test('50 concurrent purchases with gems for one sell one freeze', async () => {
    for (let round = 0; round < 3; round++) {
      const ada = await testbed.addUser()
      await pay(ada, 50)
      const outcome = await collectOutcomes(many(50, () => buy(ada, monday)))
      expect(outcome).toEqual({ done: 1, refused: { INSUFFICIENT_GEMS: 49 } })
      expect([await gemsOf(ada), (await findStreak(testbed.database.query, ada))!.freezes]).toEqual([0n, 1])
    }
  })

  test('50 concurrent purchases with gems for all sell and charge two freezes', async () => {
    const ada = await testbed.addUser()
    await pay(ada, 5_000)
    const outcome = await collectOutcomes(many(50, () => buy(ada, monday)))
    expect(outcome).toEqual({ done: 2, refused: { FREEZES_FULL: 48 } })
    expect(await gemsOf(ada)).toBe(4_900n)
  })

  test('concurrent purchases of many users share transactions, and a refused user does not make the others run again', async () => {
    const rich = await Promise.all(many(20, () => testbed.addUser()))
    const [poor, full] = await Promise.all([testbed.addUser(), testbed.addUser()])
    for (const userId of [...rich, full]) await pay(userId, 150)
    await buy(full, monday)
    await buy(full, monday)
    const before = await splitTransactions()
    const numbers: string[] = []
    const buyShared = (userId: UserId) =>
      testbed.write.shared(
        { name: 'streak-freezes', userId },
        async (tx) => {
          const bought = await buyStreakFreeze(tx, { userId, now: monday })
          const [row] = await tx<{ number: string }>`select pg_current_xact_id()::text as number`
          numbers.push(row!.number)
          return bought
        },
        async (_tx, { result }) => result,
      )
    const outcome = await collectOutcomes([...rich, poor, full, ...rich].map(buyShared))
    expect(outcome).toEqual({ done: 40, refused: { INSUFFICIENT_GEMS: 1, FREEZES_FULL: 1 } })
    expect(new Set(numbers).size).toBeLessThan(10)
    expect(await splitTransactions()).toBe(before)
    for (const userId of rich) {
      expect(await gemsOf(userId)).toBe(50n)
      expect((await findStreak(testbed.database.query, userId))!.freezes).toBe(2)
    }
    expect(await findStreak(testbed.database.query, poor)).toBeUndefined()
    expect(await gemsOf(full)).toBe(50n)
  })

  test('the ledger passes the audit after the purchases', async () => {
    expect((await auditLedger(testbed.database)).faults).toEqual([])
  })
})

test('listStreakLengths returns the last stored and the longest length', async () => {
  const [ada, ben] = [await testbed.addUser(), await testbed.addUser()]
  for (const at of [0, 1, 2, 9]) await learn(ada, day(at))
  await learn(ben, day(0))
  expect(await listStreakLengths(testbed.database.query, [ada])).toEqual([
    { userId: ada, currentDays: 1, longestDays: 3 },
  ])
  expect(await listStreakLengths(testbed.database.query, [ada, ben])).toHaveLength(2)
})
