import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { addMs, DAY_MS, HOUR_MS } from '../../platform/clock.ts'
import type { UserId } from '../../platform/ids.ts'
import { auditLedger } from '../ledger/public/audit-ledger.ts'
import { MIN_RIGHT_ANSWERS, REDEEM_DAYS } from './referral.ts'
import { createReferralsTestbed, type ReferralsTestbed } from './referrals-testbed.ts'

let testbed: ReferralsTestbed
beforeAll(async () => {
  testbed = await createReferralsTestbed({ REFERRAL_VERIFIED_LEARNING: 'on' })
})
afterAll(async () => {
  expect((await auditLedger(testbed.test.database)).faults).toEqual([])
  await testbed.stop()
})

const TODAY = new Date('2026-11-02T12:00:00.000Z')
const TOMORROW = addMs(TODAY, DAY_MS)

async function invite(): Promise<{ inviter: UserId; user: UserId; gems(): Promise<number[]> }> {
  const inviter = await testbed.register()
  const user = await testbed.register({ code: await testbed.codeOf(inviter) })
  const gems = async () => [(await testbed.balanceOf(inviter)).gems, (await testbed.balanceOf(user)).gems]
  return { inviter, user, gems }
}

async function answer(user: UserId, at: Date, { right = 0, wrong = 0 }): Promise<void> {
  for (let count = 0; count < wrong; count++) await testbed.answer(user, at, false)
  for (let count = 0; count < right; count++) await testbed.answer(user, at)
}

/** As many right answers as a day of learning needs. */
const learn = (user: UserId, at: Date) => answer(user, at, { right: MIN_RIGHT_ANSWERS })

describe('a referral with verified learning', () => {
  test('a farm of accounts that only complete courses earns nothing', async () => {
    const inviter = await testbed.register()
    const code = await testbed.codeOf(inviter)
    for (let index = 0; index < 10; index++) {
      const user = await testbed.register({ code })
      await testbed.completeCourse(user, TODAY)
      for (let hour = 0; hour < 5; hour++) await learn(user, addMs(TODAY, hour * HOUR_MS))
      await testbed.completeCourse(user, TOMORROW)
      expect(await testbed.balanceOf(user)).toEqual({ gems: 0, xp: 0 })
    }
    expect(await testbed.balanceOf(inviter)).toEqual({ gems: 0, xp: 0 })
  })

  test('a course, a verified address and learning on two days pay both users once, in any order', async () => {
    const steps = {
      course: (user: UserId) => testbed.completeCourse(user, TOMORROW),
      address: (user: UserId) => testbed.verifyEmail(user, TOMORROW),
      first: (user: UserId) => learn(user, TODAY),
      second: (user: UserId) => learn(user, TOMORROW),
    }
    for (const order of [
      ['first', 'second', 'address', 'course'],
      ['course', 'first', 'address', 'second'],
      ['first', 'course', 'second', 'address'],
      ['address', 'first', 'second', 'course'],
    ] as const) {
      const { user, gems } = await invite()
      for (const step of order) {
        expect([order, await gems()]).toEqual([order, [0, 0]])
        await steps[step](user)
      }
      expect([order, await gems()]).toEqual([order, [100, 50]])
      for (const step of order) await steps[step](user)
      await learn(user, addMs(TODAY, 5 * DAY_MS))
      expect(await gems()).toEqual([100, 50])
    }
  })

  test('several times on one day, and a day that arrives late, are not two days', async () => {
    const { user, gems } = await invite()
    await testbed.completeCourse(user, TODAY)
    await testbed.verifyEmail(user, TODAY)
    await learn(user, TODAY)
    await learn(user, addMs(TODAY, HOUR_MS))
    await learn(user, addMs(TODAY, -DAY_MS))
    expect(await gems()).toEqual([0, 0])
    await answer(user, TOMORROW, { right: MIN_RIGHT_ANSWERS - 1 })
    expect(await gems()).toEqual([0, 0])
    await answer(user, TOMORROW, { right: 1 })
    expect(await gems()).toEqual([100, 50])
  })

  test('a day counts with five right answers that are 60 % of its answers', async () => {
    for (const [firstDay, secondDay, isPaid] of [
      [{ right: 5, wrong: 3 }, { right: 6, wrong: 4 }, true],
      [{ right: 9, wrong: 6 }, { right: 5 }, true],
      [{ right: 4 }, { right: 5 }, false],
      [{ right: 5 }, { right: 4 }, false],
      [{ right: 5, wrong: 4 }, { right: 5 }, false],
      [{ right: 5 }, { right: 8, wrong: 6 }, false],
      // A quarter, as a script that always chooses the first option has.
      [{ right: 20, wrong: 60 }, { right: 20, wrong: 60 }, false],
    ] as const) {
      const { user, gems } = await invite()
      await testbed.completeCourse(user, TODAY)
      await testbed.verifyEmail(user, TODAY)
      await answer(user, TODAY, firstDay)
      await answer(user, TOMORROW, secondDay)
      expect([firstDay, secondDay, await gems()]).toEqual([firstDay, secondDay, isPaid ? [100, 50] : [0, 0]])
    }
  })

  test('a day that has begun well and then became guessing is no day of learning', async () => {
    const { user, gems } = await invite()
    await testbed.completeCourse(user, TODAY)
    await testbed.verifyEmail(user, TODAY)
    await learn(user, TODAY)
    await answer(user, TODAY, { wrong: 10 })
    await learn(user, TOMORROW)
    expect(await gems()).toEqual([0, 0])
    await learn(user, addMs(TOMORROW, DAY_MS))
    expect(await gems()).toEqual([100, 50])
  })

  test('days between two days of learning do not matter', async () => {
    const { user, gems } = await invite()
    await testbed.completeCourse(user, TODAY)
    await testbed.verifyEmail(user, TODAY)
    await learn(user, TODAY)
    await answer(user, TOMORROW, { right: 2, wrong: 8 })
    await learn(user, addMs(TOMORROW, 5 * DAY_MS))
    expect(await gems()).toEqual([100, 50])
  })

  test('answers of a user who cannot have an inviter any more are not counted', async () => {
    for (const [days, counted] of [
      [REDEEM_DAYS - 1, MIN_RIGHT_ANSWERS],
      [REDEEM_DAYS, 0],
    ] as const) {
      const user = await testbed.register({ at: addMs(TODAY, -days * DAY_MS) })
      await learn(user, TODAY)
      const [row] = await testbed.db<{ right: number }>`
        select right_on_day as right from referral_member where user_id = ${user}`
      expect([days, row!.right]).toEqual([days, counted])
    }
  })

  test('20 concurrent events that complete a referral pay it once', async () => {
    const { inviter, user, gems } = await invite()
    await learn(user, TODAY)
    await testbed.completeCourse(user, TODAY)
    await Promise.all([
      ...Array.from({ length: 10 }, () => testbed.answer(user, TOMORROW)),
      ...Array.from({ length: 9 }, () => testbed.completeCourse(user, TOMORROW)),
      testbed.verifyEmail(user, TOMORROW),
    ])
    expect(await gems()).toEqual([100, 50])
    const [row] = await testbed.db<{ count: number }>`
      select bonus_count as count from referral_code where user_id = ${inviter}`
    expect(row!.count).toBe(1)
  })

  test('a code that is redeemed after the course pays only with verified learning', async () => {
    const inviter = await testbed.register()
    const code = await testbed.codeOf(inviter)
    const user = await testbed.register()
    await testbed.completeCourse(user)
    const { status } = await testbed.call('POST /referral/redeem', user, { referralCode: code })
    expect(status).toBe(200)
    expect(await testbed.balanceOf(inviter)).toEqual({ gems: 0, xp: 0 })
    await testbed.verifyEmail(user)
    await learn(user, TODAY)
    await learn(user, TOMORROW)
    expect(await testbed.balanceOf(inviter)).toEqual({ gems: 100, xp: 50 })
  })
})
