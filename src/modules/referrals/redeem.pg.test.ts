import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { usernameOf } from '../../../test/harness/users.ts'
import { DAY_MS, later } from '../../platform/clock.ts'
import type { UserId } from '../../platform/ids.ts'
import { openReferralsBed, type ReferralsBed } from './referrals-testbed.ts'

let bed: ReferralsBed
beforeAll(async () => {
  bed = await openReferralsBed({ REFERRAL_PER_DEVICE: '3', REFERRAL_PER_ADDRESS: '60000' })
})
afterAll(() => bed.stop())

const redeem = async (userId: UserId | undefined, referralCode: unknown, more = {}) => {
  const { status, body } = await bed.call('POST /referral/redeem', userId, { referralCode, ...more })
  return [status, body.error?.code ?? body.data, ...(body.error?.reason ? [body.error.reason] : [])]
}

describe('a code', () => {
  test('has eight characters that nobody confuses, and is bare under 201, again and again', async () => {
    const user = await bed.register()
    const first = await bed.call('POST /referral/code', user)
    expect([first.status, Object.keys(first.body)]).toEqual([201, ['referralCode']])
    expect(first.body.referralCode).toMatch(/^[2-9A-HJ-NP-Z]{8}$/)
    const again = await bed.call('POST /referral/code', user)
    expect([again.status, again.body]).toEqual([201, first.body])
    expect((await bed.call('GET /referral/stats', user)).body.data.referralCode).toBe(first.body.referralCode)
    expect((await bed.call('POST /referral/code', undefined)).status).toBe(401)
  })

  test('that is asked for 30 times at once is made once, also by looking at the statistics', async () => {
    const user = await bed.register()
    const codes = await Promise.all(
      Array.from({ length: 30 }, async (_, index) => {
        const { status, body } = await bed.call(
          index % 3 ? 'POST /referral/code' : 'GET /referral/stats',
          user,
        )
        expect(status).toBe(index % 3 ? 201 : 200)
        return body.referralCode ?? body.data.referralCode
      }),
    )
    expect(new Set(codes).size).toBe(1)
    const rows = await bed.db`select code from referral_code where user_id = ${user}`
    expect(rows).toEqual([{ code: codes[0] }])
  })

  test('is nobody else’s, and there is none for an account that is gone', async () => {
    const users = await Promise.all(Array.from({ length: 50 }, () => bed.register()))
    const codes = await Promise.all(users.map((user) => bed.codeOf(user)))
    expect(new Set(codes).size).toBe(50)
    const leaver = await bed.register()
    const code = await bed.codeOf(leaver)
    await bed.leave(leaver)
    expect((await bed.call('POST /referral/code', leaver)).status).toBe(401)
    expect((await bed.call('GET /referral/stats', leaver)).status).toBe(401)
    expect(await redeem(await bed.register(), code)).toEqual([404, 'REFERRAL_CODE_UNKNOWN'])
  })
})

describe('at registration', () => {
  test('a code names who invited, however it is typed', async () => {
    const inviter = await bed.register()
    const code = await bed.codeOf(inviter)
    const typed = `${code.slice(0, 4)}-${code.slice(4)}`.toLowerCase()
    for (const way of [code, typed])
      expect(await bed.inviterOf(await bed.register({ code: way }))).toBe(inviter)
  })

  test('a code that nobody has keeps nobody out, and the right one can be redeemed after it', async () => {
    const inviter = await bed.register()
    const invited = await bed.register({ code: 'AAAAAAAA' })
    expect(await bed.inviterOf(invited)).toBeNull()
    expect((await redeem(invited, await bed.codeOf(inviter)))[0]).toBe(200)
    expect(await bed.inviterOf(invited)).toBe(inviter)
  })
})

describe('redeeming', () => {
  test('names who invited, within seven days, and tells what it brings', async () => {
    const inviter = await bed.register()
    const code = await bed.codeOf(inviter)
    const invited = await bed.register({ at: later(new Date(), -7 * DAY_MS + 60_000) })
    const expected = { referralCode: code, invitedBy: usernameOf(inviter), bonusGems: 50 }
    expect(await redeem(invited, code.toLowerCase())).toEqual([200, expected])
    // Again is the same, and pays nothing.
    expect(await redeem(invited, code)).toEqual([200, expected])
    expect(await bed.inviterOf(invited)).toBe(inviter)
    const { body } = await bed.call('GET /referral/stats', invited)
    expect(body.data.invitedBy).toBe(expected.invitedBy)

    const late = await bed.register({ at: later(new Date(), -7 * DAY_MS) })
    expect(await redeem(late, code)).toEqual([409, 'REFERRAL_TOO_LATE'])
    expect(await bed.inviterOf(late)).toBeNull()
  })

  test('another one after the first is refused, whichever way the first was named', async () => {
    const [one, other] = [await bed.register(), await bed.register()]
    const invited = await bed.register({ code: await bed.codeOf(one) })
    expect(await redeem(invited, await bed.codeOf(other))).toEqual([409, 'ALREADY_INVITED'])
    expect(await bed.inviterOf(invited)).toBe(one)
  })

  test('two codes at once leave one', async () => {
    const inviters = await Promise.all(Array.from({ length: 10 }, () => bed.register()))
    const codes = await Promise.all(inviters.map((user) => bed.codeOf(user)))
    const invited = await bed.register()
    const outcomes = await Promise.all(codes.map((code) => redeem(invited, code)))
    expect(outcomes.filter(([status]) => status === 200).length).toBe(1)
    expect(outcomes.filter(([, code]) => code === 'ALREADY_INVITED').length).toBe(9)
  })

  test('after the first course was completed pays at once, both sides and once', async () => {
    const inviter = await bed.register()
    const code = await bed.codeOf(inviter)
    const invited = await bed.register()
    await bed.completeCourse(invited)
    expect(await bed.balanceOf(invited)).toEqual({ gems: 0, xp: 0 })
    await Promise.all(Array.from({ length: 20 }, () => redeem(invited, code)))
    expect(await bed.balanceOf(invited)).toEqual({ gems: 50, xp: 0 })
    expect(await bed.balanceOf(inviter)).toEqual({ gems: 100, xp: 50 })
    await bed.completeCourse(invited)
    expect(await bed.balanceOf(inviter)).toEqual({ gems: 100, xp: 50 })
  })

  test('of what is no code is refused by its name', async () => {
    const user = await bed.register()
    for (const bad of [undefined, '', 'a b', "';--", 7, null, {}, 'x'.repeat(33)])
      expect(await redeem(user, bad)).toEqual([400, 'VALIDATION_FAILED'])
    expect(await redeem(user, 'K7QW2MPX', { deviceId: 'short' })).toEqual([400, 'VALIDATION_FAILED'])
    expect(await redeem(user, 'ZZZZZZZZ')).toEqual([404, 'REFERRAL_CODE_UNKNOWN'])
    expect((await redeem(undefined, 'ZZZZZZZZ'))[0]).toBe(401)
  })
})

describe('refused, with the reason recorded, is', () => {
  test('one’s own code', async () => {
    const user = await bed.register()
    const code = await bed.codeOf(user)
    for (const _ of [1, 2]) expect(await redeem(user, code)).toEqual([422, 'SELF_REFERRAL', 'SELF'])
    expect(await bed.reasonsOf(user)).toEqual(['SELF'])
    const [row] = await bed.db<{ times: number }>`
      select times from referral_refusal where user_id = ${user}`
    expect(row!.times).toBe(2)
    expect(await bed.inviterOf(user)).toBeNull()
  })

  test('a circle of two, and one of five', async () => {
    const first = await bed.register()
    let last = first
    const chain = [first]
    for (let length = 2; length <= 5; length++) {
      last = await bed.register({ code: await bed.codeOf(last) })
      chain.push(last)
    }
    for (const user of [chain[1]!, chain[4]!])
      expect(await redeem(first, await bed.codeOf(user))).toEqual([422, 'REFERRAL_CYCLE', 'CYCLE'])
    expect(await bed.reasonsOf(first)).toEqual(['CYCLE', 'CYCLE'])
    expect(await bed.inviterOf(first)).toBeNull()
  })

  test('a circle that many would make at once: every user but one finds an inviter', async () => {
    const users = await Promise.all(Array.from({ length: 8 }, () => bed.register()))
    const codes = await Promise.all(users.map((user) => bed.codeOf(user)))
    const outcomes = await Promise.all(
      users.map((user, index) => redeem(user, codes[(index + 1) % users.length])),
    )
    expect(outcomes.filter(([status]) => status === 200).length).toBe(7)
    expect(outcomes.filter(([, code]) => code === 'REFERRAL_CYCLE').length).toBe(1)
  })

  test('more than so many from one device, also when they come at once', async () => {
    const inviter = await bed.register({ deviceId: 'device-of-the-inviter' })
    const code = await bed.codeOf(inviter)
    const invited = await Promise.all(
      Array.from({ length: 12 }, () => bed.register({ code, deviceId: 'one-device-for-all' })),
    )
    const counted = await Promise.all(invited.map((user) => bed.inviterOf(user)))
    expect(counted.filter(Boolean).length).toBe(3)
    const reasons = (await Promise.all(invited.map((user) => bed.reasonsOf(user)))).flat()
    expect(reasons).toEqual(Array(9).fill('SAME_DEVICE'))
    const late = await bed.register()
    expect(await redeem(late, code, { deviceId: 'one-device-for-all' })).toEqual([
      422,
      'REFERRAL_LIMIT_REACHED',
      'SAME_DEVICE',
    ])
    expect(await bed.reasonsOf(late)).toEqual(['SAME_DEVICE'])
  })

  test('one less, when who invited them has the same device', async () => {
    const inviter = await bed.register({ deviceId: 'shared-by-them-all' })
    const code = await bed.codeOf(inviter)
    const outcomes: boolean[] = []
    for (let index = 0; index < 4; index++) {
      const user = await bed.register({ code, deviceId: 'shared-by-them-all' })
      outcomes.push((await bed.inviterOf(user)) !== null)
    }
    expect(outcomes).toEqual([true, true, false, false])
  })
})

test('more than so many from one network in 30 days do not count, and later they do again', async () => {
  const strict = await openReferralsBed({ REFERRAL_PER_ADDRESS: '2' })
  try {
    const begin = later(new Date(), -40 * DAY_MS)
    const inviter = await strict.register({ at: begin })
    const code = await strict.codeOf(inviter)
    const from = async (address: string, at: Date) => {
      const user = await strict.register({ code, address, at })
      return (await strict.inviterOf(user)) ? 'counted' : (await strict.reasonsOf(user)).join()
    }
    const day = (number: number) => later(begin, number * DAY_MS)
    expect(await from('2001:db8:1:1::1', day(0))).toBe('counted')
    expect(await from('2001:db8:1:1::2', day(1))).toBe('counted')
    expect(await from('2001:db8:1:1:ffff::3', day(2))).toBe('SAME_ADDRESS')
    expect(await from('2001:db8:1:2::3', day(2))).toBe('counted')
    expect(await from('2001:db8:1:1::4', day(29))).toBe('SAME_ADDRESS')
    expect(await from('2001:db8:1:1::5', day(31))).toBe('counted')
  } finally {
    await strict.stop()
  }
})
