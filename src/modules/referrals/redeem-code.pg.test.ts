import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { usernameOf } from '../../../test/harness/users.ts'
import { addMs, DAY_MS } from '../../platform/clock.ts'
import type { UserId } from '../../platform/ids.ts'
import { createReferralsTestbed, type ReferralsTestbed } from './referrals-testbed.ts'

let testbed: ReferralsTestbed
beforeAll(async () => {
  testbed = await createReferralsTestbed({ REFERRAL_PER_DEVICE: '3', REFERRAL_PER_ADDRESS: '60000' })
})
afterAll(() => testbed.stop())

const redeem = async (userId: UserId | undefined, referralCode: unknown, more = {}) => {
  const { status, body } = await testbed.call('POST /referral/redeem', userId, { referralCode, ...more })
  return [status, body.error?.code ?? body.data, ...(body.error?.reason ? [body.error.reason] : [])]
}

describe('a referral code', () => {
  test('the code has eight unambiguous characters, and every call returns it with 201 without an envelope', async () => {
    const user = await testbed.register()
    const first = await testbed.call('POST /referral/code', user)
    expect([first.status, Object.keys(first.body)]).toEqual([201, ['referralCode']])
    expect(first.body.referralCode).toMatch(/^[2-9A-HJ-NP-Z]{8}$/)
    const again = await testbed.call('POST /referral/code', user)
    expect([again.status, again.body]).toEqual([201, first.body])
    expect((await testbed.call('GET /referral/stats', user)).body.data.referralCode).toBe(
      first.body.referralCode,
    )
    expect((await testbed.call('POST /referral/code', undefined)).status).toBe(401)
  })

  test('30 concurrent requests for code and stats create one code', async () => {
    const user = await testbed.register()
    const codes = await Promise.all(
      Array.from({ length: 30 }, async (_, index) => {
        const { status, body } = await testbed.call(
          index % 3 ? 'POST /referral/code' : 'GET /referral/stats',
          user,
        )
        expect(status).toBe(index % 3 ? 201 : 200)
        return body.referralCode ?? body.data.referralCode
      }),
    )
    expect(new Set(codes).size).toBe(1)
    const rows = await testbed.db`select code from referral_code where user_id = ${user}`
    expect(rows).toEqual([{ code: codes[0] }])
  })

  test('codes are unique, and a deleted account gets none', async () => {
    const users = await Promise.all(Array.from({ length: 50 }, () => testbed.register()))
    const codes = await Promise.all(users.map((user) => testbed.codeOf(user)))
    expect(new Set(codes).size).toBe(50)
    const deletedUser = await testbed.register()
    const code = await testbed.codeOf(deletedUser)
    await testbed.deleteAccount(deletedUser)
    expect((await testbed.call('POST /referral/code', deletedUser)).status).toBe(401)
    expect((await testbed.call('GET /referral/stats', deletedUser)).status).toBe(401)
    expect(await redeem(await testbed.register(), code)).toEqual([404, 'REFERRAL_CODE_UNKNOWN'])
  })
})

describe('a code at registration', () => {
  test('a code at registration sets the inviter, in any spelling', async () => {
    const inviter = await testbed.register()
    const code = await testbed.codeOf(inviter)
    const typed = `${code.slice(0, 4)}-${code.slice(4)}`.toLowerCase()
    for (const way of [code, typed])
      expect(await testbed.inviterOf(await testbed.register({ code: way }))).toBe(inviter)
  })

  test('an unknown code does not make the registration fail, and another one can be redeemed afterwards', async () => {
    const inviter = await testbed.register()
    const invited = await testbed.register({ code: 'AAAAAAAA' })
    expect(await testbed.inviterOf(invited)).toBeNull()
    expect((await redeem(invited, await testbed.codeOf(inviter)))[0]).toBe(200)
    expect(await testbed.inviterOf(invited)).toBe(inviter)
  })
})

describe('redeeming a code', () => {
  test('redeeming within seven days sets the inviter and returns the bonus', async () => {
    const inviter = await testbed.register()
    const code = await testbed.codeOf(inviter)
    const invited = await testbed.register({ at: addMs(new Date(), -7 * DAY_MS + 60_000) })
    const expected = { referralCode: code, invitedBy: usernameOf(inviter), bonusGems: 50 }
    expect(await redeem(invited, code.toLowerCase())).toEqual([200, expected])
    // A repetition returns the same and pays nothing.
    expect(await redeem(invited, code)).toEqual([200, expected])
    expect(await testbed.inviterOf(invited)).toBe(inviter)
    const { body } = await testbed.call('GET /referral/stats', invited)
    expect(body.data.invitedBy).toBe(expected.invitedBy)

    const late = await testbed.register({ at: addMs(new Date(), -7 * DAY_MS) })
    expect(await redeem(late, code)).toEqual([409, 'REFERRAL_TOO_LATE'])
    expect(await testbed.inviterOf(late)).toBeNull()
  })

  test('a second inviter is rejected', async () => {
    const [one, other] = [await testbed.register(), await testbed.register()]
    const invited = await testbed.register({ code: await testbed.codeOf(one) })
    expect(await redeem(invited, await testbed.codeOf(other))).toEqual([409, 'ALREADY_INVITED'])
    expect(await testbed.inviterOf(invited)).toBe(one)
  })

  test('of two codes that are redeemed concurrently one is accepted', async () => {
    const inviters = await Promise.all(Array.from({ length: 10 }, () => testbed.register()))
    const codes = await Promise.all(inviters.map((user) => testbed.codeOf(user)))
    const invited = await testbed.register()
    const outcomes = await Promise.all(codes.map((code) => redeem(invited, code)))
    expect(outcomes.filter(([status]) => status === 200).length).toBe(1)
    expect(outcomes.filter(([, code]) => code === 'ALREADY_INVITED').length).toBe(9)
  })

  test('redeeming after the first completed course pays both users once', async () => {
    const inviter = await testbed.register()
    const code = await testbed.codeOf(inviter)
    const invited = await testbed.register()
    await testbed.completeCourse(invited)
    expect(await testbed.balanceOf(invited)).toEqual({ gems: 0, xp: 0 })
    await Promise.all(Array.from({ length: 20 }, () => redeem(invited, code)))
    expect(await testbed.balanceOf(invited)).toEqual({ gems: 50, xp: 0 })
    expect(await testbed.balanceOf(inviter)).toEqual({ gems: 100, xp: 50 })
    await testbed.completeCourse(invited)
    expect(await testbed.balanceOf(inviter)).toEqual({ gems: 100, xp: 50 })
  })

  test('an invalid code is rejected', async () => {
    const user = await testbed.register()
    for (const bad of [undefined, '', 'a b', "';--", 7, null, {}, 'x'.repeat(33)])
      expect(await redeem(user, bad)).toEqual([400, 'VALIDATION_FAILED'])
    expect(await redeem(user, 'K7QW2MPX', { deviceId: 'short' })).toEqual([400, 'VALIDATION_FAILED'])
    expect(await redeem(user, 'ZZZZZZZZ')).toEqual([404, 'REFERRAL_CODE_UNKNOWN'])
    expect((await redeem(undefined, 'ZZZZZZZZ'))[0]).toBe(401)
  })
})

describe('rejected invitations with a stored reason', () => {
  test('the own code is rejected', async () => {
    const user = await testbed.register()
    const code = await testbed.codeOf(user)
    for (const _ of [1, 2]) expect(await redeem(user, code)).toEqual([422, 'SELF_REFERRAL', 'SELF'])
    expect(await testbed.reasonsOf(user)).toEqual(['SELF'])
    const [row] = await testbed.db<{ times: number }>`
      select attempts as times from referral_rejection where user_id = ${user}`
    expect(row!.times).toBe(2)
    expect(await testbed.inviterOf(user)).toBeNull()
  })

  test('invitation cycles of two and of five users are rejected', async () => {
    const first = await testbed.register()
    let last = first
    const chain = [first]
    for (let length = 2; length <= 5; length++) {
      last = await testbed.register({ code: await testbed.codeOf(last) })
      chain.push(last)
    }
    for (const user of [chain[1]!, chain[4]!])
      expect(await redeem(first, await testbed.codeOf(user))).toEqual([422, 'REFERRAL_CYCLE', 'CYCLE'])
    expect(await testbed.reasonsOf(first)).toEqual(['CYCLE', 'CYCLE'])
    expect(await testbed.inviterOf(first)).toBeNull()
  })

  test('of concurrent redemptions that would form a cycle all but one are accepted', async () => {
    const users = await Promise.all(Array.from({ length: 8 }, () => testbed.register()))
    const codes = await Promise.all(users.map((user) => testbed.codeOf(user)))
    const outcomes = await Promise.all(
      users.map((user, index) => redeem(user, codes[(index + 1) % users.length])),
    )
    expect(outcomes.filter(([status]) => status === 200).length).toBe(7)
    expect(outcomes.filter(([, code]) => code === 'REFERRAL_CYCLE').length).toBe(1)
  })

  test('more users from one device than the limit are rejected, also concurrently', async () => {
    const inviter = await testbed.register({ deviceId: 'device-of-the-inviter' })
    const code = await testbed.codeOf(inviter)
    const invited = await Promise.all(
      Array.from({ length: 12 }, () => testbed.register({ code, deviceId: 'one-device-for-all' })),
    )
    const counted = await Promise.all(invited.map((user) => testbed.inviterOf(user)))
    expect(counted.filter(Boolean).length).toBe(3)
    const reasons = (await Promise.all(invited.map((user) => testbed.reasonsOf(user)))).flat()
    expect(reasons).toEqual(Array(9).fill('SAME_DEVICE'))
    const late = await testbed.register()
    expect(await redeem(late, code, { deviceId: 'one-device-for-all' })).toEqual([
      422,
      'REFERRAL_LIMIT_REACHED',
      'SAME_DEVICE',
    ])
    expect(await testbed.reasonsOf(late)).toEqual(['SAME_DEVICE'])
  })

  test('an inviter with the same device counts towards the limit', async () => {
    const inviter = await testbed.register({ deviceId: 'shared-by-them-all' })
    const code = await testbed.codeOf(inviter)
    const outcomes: boolean[] = []
    for (let index = 0; index < 4; index++) {
      const user = await testbed.register({ code, deviceId: 'shared-by-them-all' })
      outcomes.push((await testbed.inviterOf(user)) !== null)
    }
    expect(outcomes).toEqual([true, true, false, false])
  })
})

test('more users from one network than the limit within 30 days are rejected, and accepted later', async () => {
  const strict = await createReferralsTestbed({ REFERRAL_PER_ADDRESS: '2' })
  try {
    const begin = addMs(new Date(), -40 * DAY_MS)
    const inviter = await strict.register({ at: begin })
    const code = await strict.codeOf(inviter)
    const from = async (address: string, at: Date) => {
      const user = await strict.register({ code, address, at })
      return (await strict.inviterOf(user)) ? 'counted' : (await strict.reasonsOf(user)).join()
    }
    const day = (number: number) => addMs(begin, number * DAY_MS)
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
