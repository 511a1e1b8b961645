import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { addMs, DAY_MS, HOUR_MS } from '../../platform/clock.ts'
import type { UserId } from '../../platform/ids.ts'
import { auditLedger } from '../ledger/public/audit-ledger.ts'
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

describe('a referral with verified learning', () => {
  test('a farm of accounts that only complete courses earns nothing', async () => {
    const inviter = await testbed.register()
    const code = await testbed.codeOf(inviter)
    for (let index = 0; index < 10; index++) {
      const user = await testbed.register({ code })
      await testbed.completeCourse(user, TODAY)
      for (let hour = 0; hour < 5; hour++) await testbed.answer(user, addMs(TODAY, hour * HOUR_MS))
      await testbed.completeCourse(user, TOMORROW)
      expect(await testbed.balanceOf(user)).toEqual({ gems: 0, xp: 0 })
    }
    expect(await testbed.balanceOf(inviter)).toEqual({ gems: 0, xp: 0 })
  })

  test('a course, a verified address and correct answers on two days pay both users once, in any order', async () => {
    const steps = {
      course: (user: UserId) => testbed.completeCourse(user, TOMORROW),
      address: (user: UserId) => testbed.verifyEmail(user, TOMORROW),
      first: (user: UserId) => testbed.answer(user, TODAY),
      second: (user: UserId) => testbed.answer(user, TOMORROW),
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
      await testbed.answer(user, addMs(TODAY, 5 * DAY_MS))
      expect(await gems()).toEqual([100, 50])
    }
  })

  test('wrong answers and several answers of one day are not two days', async () => {
    const { user, gems } = await invite()
    await testbed.completeCourse(user, TODAY)
    await testbed.verifyEmail(user, TODAY)
    await testbed.answer(user, TODAY)
    await testbed.answer(user, addMs(TODAY, HOUR_MS))
    await testbed.answer(user, TOMORROW, false)
    // An answer of an earlier day that arrives late does not count as a second day.
    await testbed.answer(user, addMs(TODAY, -DAY_MS))
    expect(await gems()).toEqual([0, 0])
    await testbed.answer(user, TOMORROW)
    expect(await gems()).toEqual([100, 50])
  })

  test('20 concurrent events that complete a referral pay it once', async () => {
    const { inviter, user, gems } = await invite()
    await testbed.answer(user, TODAY)
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
    await testbed.answer(user, TODAY)
    await testbed.answer(user, TOMORROW)
    expect(await testbed.balanceOf(inviter)).toEqual({ gems: 100, xp: 50 })
  })
})
