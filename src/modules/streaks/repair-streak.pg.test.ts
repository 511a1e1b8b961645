import { afterAll, beforeAll, expect, test } from 'bun:test'
import { collectOutcomes, createBarrier } from '../../../test/harness/barrier.ts'
import { addMs, DAY_MS, HOUR_MS } from '../../platform/clock.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { createLedgerTestbed, type LedgerTestbed } from '../ledger/ledger-testbed.ts'
import { HOUSE, userAccount } from '../ledger/public/account.ts'
import { auditLedger } from '../ledger/public/audit-ledger.ts'
import { chargeGems } from '../ledger/public/charge-gems.ts'
import { rewardUser } from '../ledger/public/reward-user.ts'
import { buyStreakFreeze } from './buy-streak-freeze.ts'
import { extendStreak } from './public/extend-streak.ts'
import { applyRepair, findRepair, REPAIR_PRICE_GEMS } from './public/streak-repair.ts'
import { findStreak, updateStreak } from './queries.ts'
import { repairStreak } from './repair-streak.ts'

const day = (number: number) => addMs(new Date('2026-11-02T12:00:00.000Z'), number * DAY_MS)
let testbed: LedgerTestbed
beforeAll(async () => {
  testbed = await createLedgerTestbed(16)
})
afterAll(async () => {
  expect((await auditLedger(testbed.database)).faults).toEqual([])
  await testbed.test.drop()
})

const learn = (userId: UserId, now: Date) =>
  testbed.write((tx) => extendStreak(tx, { userId, timeZone: 'UTC', now }))
const repair = (userId: UserId, now: Date) =>
  testbed.write.withEvents((tx) => repairStreak(tx, { userId, timeZone: 'UTC', now }))
const gemsOf = (userId: UserId) => testbed.balanceOf(userAccount(userId), 'GEM')
const stateOf = (userId: UserId) => findStreak(testbed.database.query, userId)
const many = <Result>(count: number, work: (index: number) => Promise<Result>) =>
  Array.from({ length: count }, (_, index) => work(index))

/** A user with 1,000 gems who learned on the days 0 to `days` - 1. */
async function addLearner(days: number): Promise<UserId> {
  const userId = await testbed.addUser()
  const gift = { userId, xp: 0, gems: 1_000, source: `test:${newId()}`, reason: 'test', now: day(0) }
  await testbed.write((tx) => rewardUser(tx, gift))
  for (let index = 0; index < days; index++) await learn(userId, day(index))
  return userId
}

test('a repair joins the lost and the new streak, and pays the milestone that they reach, once', async () => {
  const ada = await addLearner(6)
  await learn(ada, day(7))
  const { result, events } = await repair(ada, addMs(day(7), HOUR_MS))
  // 1,000 and the milestone of three days before; the price and the milestone of seven days now.
  expect(result).toEqual({
    currentStreak: 7,
    longestStreak: 7,
    repairedDays: ['2026-11-08'],
    newTotalGems: 1_000 + 5 - REPAIR_PRICE_GEMS + 15,
  })
  expect(await gemsOf(ada)).toBe(BigInt(result.newTotalGems))
  expect(events.map(({ name }) => name)).toEqual([
    'streaks.streak_repaired',
    'streaks.streak_milestone_reached',
  ])
  expect(await stateOf(ada)).toMatchObject({
    currentDays: 7,
    startedOn: '2026-11-02',
    lostDays: 0,
    lostAt: null,
  })
  expect(await learn(ada, day(8))).toMatchObject({ currentDays: 8, isNewDay: true, milestone: null })
  const days = await testbed.database.query<{ text: string }>`
    select day::text || ' ' || status as text from streak_day where user_id = ${ada} order by day`
  expect(days.map(({ text }) => text).slice(5)).toEqual([
    '2026-11-07 DONE',
    '2026-11-08 REPAIRED',
    '2026-11-09 DONE',
    '2026-11-10 DONE',
  ])
})

test('a purchase of a freeze after the end keeps the repair possible', async () => {
  const ada = await addLearner(2)
  await testbed.write((tx) => buyStreakFreeze(tx, { userId: ada, now: day(3) }))
  expect(await stateOf(ada)).toMatchObject({ currentDays: 0, lostDays: 2, freezes: 1 })
  expect((await repair(ada, day(3))).result).toMatchObject({ currentStreak: 2 })
  expect(await stateOf(ada)).toMatchObject({ currentDays: 2, freezes: 1 })
})

test('the charge has one source per user and month, so a streak that lost its mark is not charged again', async () => {
  const ada = await addLearner(2)
  await repair(ada, day(3))
  await learn(ada, day(3))
  await testbed.database.autocommit`update streak set repaired_on = null where user_id = ${ada}`
  await expect(repair(ada, day(5))).rejects.toMatchObject({ code: 'STREAK_REPAIR_USED' })
  expect(await gemsOf(ada)).toBe(1_005n - BigInt(REPAIR_PRICE_GEMS))
})

test('concurrent repairs, activities and purchases of one user charge one repair and do not deadlock', async () => {
  const ada = await addLearner(6)
  const outcome = await collectOutcomes(
    many<unknown>(60, (index) => {
      if (index % 3 === 0) return repair(ada, addMs(day(7), index))
      if (index % 3 === 1) return learn(ada, addMs(day(7), index))
      return testbed.write((tx) => buyStreakFreeze(tx, { userId: ada, now: addMs(day(7), index) }))
    }),
  )
  expect(outcome).toEqual({ done: 23, refused: { STREAK_NOT_LOST: 19, FREEZES_FULL: 18 } })
  expect(await stateOf(ada)).toMatchObject({ currentDays: 7, freezes: 2, startedOn: '2026-11-02' })
  // The milestones of three and of seven days, one repair and two freezes.
  expect(await gemsOf(ada)).toBe(1_000n + 5n + 15n - 100n - 100n)
})

test('an unsafe control without the lock and with a source of its own charges more than one repair', async () => {
  const ada = await addLearner(2)
  const meet = createBarrier(5)
  const unsafeControl = async (tx: Tx) => {
    const moment = { at: day(3), zone: 'UTC' }
    const before = (await findStreak(tx, ada))!
    await meet()
    if (typeof findRepair(before, moment) === 'string') return
    const source = `streak-repair:${newId()}`
    await chargeGems(tx, { userId: ada, gems: 100, to: HOUSE.fees, source, reason: 'test', now: day(3) })
    await updateStreak(tx, { userId: ada, state: applyRepair(before, moment).state, days: [] })
  }
  await Promise.all(many(5, () => testbed.write(unsafeControl)))
  expect(await gemsOf(ada)).toBe(500n)
})
