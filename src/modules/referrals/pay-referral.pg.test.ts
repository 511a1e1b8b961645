import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createBarrier } from '../../../test/harness/barrier.ts'
import { usernameOf } from '../../../test/harness/users.ts'
import { addMs, DAY_MS, HOUR_MS } from '../../platform/clock.ts'
import { readConfig } from '../../platform/config/config.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { auditLedger } from '../ledger/public/audit-ledger.ts'
import { rewardUser } from '../ledger/public/reward-user.ts'
import { sumReferralGems } from '../progress/public/completion-events.ts'
import { exportPersonalData } from './personal-data.ts'
import { listQualifiedReferrals } from './public/list-qualified-referrals.ts'
import { qualifyReferral } from './qualify-referral.ts'
import { createReferralsTestbed, type ReferralsTestbed } from './referrals-testbed.ts'

let testbed: ReferralsTestbed
beforeAll(async () => {
  testbed = await createReferralsTestbed({ REFERRAL_DAILY_CAP: '4', REFERRAL_TOTAL_CAP: '6' })
})
afterAll(async () => {
  expect((await auditLedger(testbed.test.database)).faults).toEqual([])
  await testbed.stop()
})

const TODAY = new Date('2026-11-02T12:00:00.000Z')
const tomorrow = (days: number) => addMs(TODAY, days * DAY_MS)
const stats = async (userId: UserId, query = '') =>
  (await testbed.call(`GET /referral/stats${query}`, userId)).body.data

async function inviterWith(count: number): Promise<{ inviter: UserId; invited: UserId[] }> {
  const inviter = await testbed.register()
  const code = await testbed.codeOf(inviter)
  const invited = await Promise.all(Array.from({ length: count }, () => testbed.register({ code })))
  return { inviter, invited }
}

describe('the referral bonus', () => {
  test('invited users without a completed course earn no bonus', async () => {
    const { inviter, invited } = await inviterWith(20)
    for (const user of invited.slice(0, 5)) await testbed.completeLesson(user)
    expect(await testbed.balanceOf(inviter)).toEqual({ gems: 0, xp: 0 })
    for (const user of invited) expect(await testbed.balanceOf(user)).toEqual({ gems: 0, xp: 0 })
    expect(await stats(inviter)).toMatchObject({
      totalInvited: 20,
      activeLearners: 5,
      totalGemsEarned: 0,
      totalXPEarned: 0,
    })
  })

  test('20 concurrent completions of the first course pay both users once, and later courses pay nothing', async () => {
    const { inviter, invited } = await inviterWith(1)
    const [user] = invited as [UserId]
    const emitted = await Promise.all(Array.from({ length: 20 }, () => testbed.completeCourse(user, TODAY)))
    await testbed.completeCourse(user, tomorrow(1))
    expect(await testbed.balanceOf(inviter)).toEqual({ gems: 100, xp: 50 })
    expect(await testbed.balanceOf(user)).toEqual({ gems: 50, xp: 0 })
    const qualified = emitted.flat().filter(({ name }) => name === 'referrals.referral_qualified')
    expect(qualified.map(({ data }) => data)).toEqual([
      {
        userId: inviter,
        invitedUserId: user,
        inviterGems: 100,
        inviterXp: 50,
        invitedGems: 50,
        at: TODAY.toISOString(),
      },
    ])
    const sources = await testbed.db<{ source: string }>`
      select source from ledger_transfer where source like ${`referral:${user}:%`} order by source`
    expect(sources.map(({ source }) => source)).toEqual([
      `referral:${user}:invited`,
      `referral:${user}:inviter`,
    ])
    const [house] = await testbed.db<{ gems: bigint }>`
      select sum(-amount)::bigint as gems from ledger_entry entry join ledger_transfer transfer on transfer.id = transfer_id
      where account = 'house:referrals' and asset = 'GEM' and source like ${`referral:${user}:%`}`
    expect(house!.gems).toBe(150n)
  })

  test('an unsafe control pays the bonus more than once', async () => {
    const { inviter, invited } = await inviterWith(1)
    const meeting = createBarrier(10)
    const unsafeControl = async (tx: Tx) => {
      const [row] = await tx<{ done: boolean }>`
        select first_course_at is not null as done from referral_member where user_id = ${invited[0]}`
      await meeting()
      if (row!.done) return
      await tx`update referral_member set first_course_at = now() where user_id = ${invited[0]}`
      const source = `unsafe:${newId()}`
      await rewardUser(tx, { userId: inviter, xp: 0, gems: 100, source, reason: 'unsafe', now: TODAY })
    }
    await Promise.all(Array.from({ length: 10 }, () => testbed.write(unsafeControl)))
    expect((await testbed.balanceOf(inviter)).gems).toBe(1_000)
  })

  test('a later error in the transaction rolls the bonus back', async () => {
    const { inviter, invited } = await inviterWith(1)
    const [user] = invited as [UserId]
    const react = qualifyReferral(readConfig({}).referrals)
    const event = { id: newId<'Event'>(), name: 'x', data: { userId: user, at: TODAY.toISOString() } }
    const failed = testbed.write(async (tx) => {
      await react(tx, event)
      throw new Error('the process dies here')
    })
    await expect(failed).rejects.toThrow('the process dies here')
    expect(await testbed.balanceOf(inviter)).toEqual({ gems: 0, xp: 0 })
    await testbed.completeCourse(user, TODAY)
    expect(await testbed.balanceOf(inviter)).toEqual({ gems: 100, xp: 50 })
  })

  test('a suspended inviter gets no bonus, and the invited user is paid', async () => {
    const { inviter, invited } = await inviterWith(1)
    await testbed.db`update user_account set suspended_at = now() where id = ${inviter}`
    const events = await testbed.completeCourse(invited[0]!, TODAY)
    expect(await testbed.balanceOf(inviter)).toEqual({ gems: 0, xp: 0 })
    expect(await testbed.balanceOf(invited[0]!)).toEqual({ gems: 50, xp: 0 })
    // The response and the event contain the gems of the invited user, and nothing about the inviter.
    expect([sumReferralGems(events, invited[0]!), sumReferralGems(events, inviter)]).toEqual([50, 0])
    expect(events.map(({ name }) => name)).toContain('referrals.invited_rewarded')
    expect(events.map(({ name }) => name)).not.toContain('referrals.referral_qualified')
  })

  test('a user without an inviter gets no bonus', async () => {
    const user = await testbed.register()
    expect(await testbed.completeCourse(user)).toHaveLength(1)
    expect(await testbed.balanceOf(user)).toEqual({ gems: 0, xp: 0 })
  })
})

describe('the caps of the inviter', () => {
  test('concurrent completions do not exceed the daily and the total cap, and every invited user is paid', async () => {
    const { inviter, invited } = await inviterWith(15)
    const bonuses = async () => {
      const rows = await testbed.db<{ bonus: string; count: number }>`
        select bonus, count(*)::int as count from referral_member
        where inviter_id = ${inviter} and bonus is not null group by bonus order by bonus`
      return Object.fromEntries(rows.map(({ bonus, count }) => [bonus, count]))
    }
    await Promise.all(invited.slice(0, 10).map((user) => testbed.completeCourse(user, TODAY)))
    expect(await bonuses()).toEqual({ DAILY_CAP: 6, PAID: 4 })
    expect(await testbed.balanceOf(inviter)).toEqual({ gems: 400, xp: 200 })

    await Promise.all(invited.slice(10).map((user) => testbed.completeCourse(user, tomorrow(1))))
    expect(await bonuses()).toEqual({ DAILY_CAP: 6, PAID: 6, TOTAL_CAP: 3 })
    expect(await testbed.balanceOf(inviter)).toEqual({ gems: 600, xp: 300 })
    for (const user of invited) expect((await testbed.balanceOf(user)).gems).toBe(50)

    const shown = await stats(inviter)
    expect(shown).toMatchObject({ totalInvited: 15, totalGemsEarned: 600, totalXPEarned: 300 })
    const { referrals } = shown as { referrals: { bonusClaimed: boolean }[] }
    expect(referrals.filter(({ bonusClaimed }) => bonusClaimed).length).toBe(6)
  })

  test('an unsafe control that checks the cap before counting exceeds it', async () => {
    const { inviter } = await inviterWith(0)
    const meeting = createBarrier(10)
    let paid = 0
    const unsafeControl = async (tx: Tx) => {
      const [row] = await tx<{ rewarded: number }>`
        select bonus_count as rewarded from referral_code where user_id = ${inviter}`
      await meeting()
      if (row!.rewarded >= 4) return
      paid++
      await tx`update referral_code set bonus_count = bonus_count + 1 where user_id = ${inviter}`
    }
    await Promise.all(Array.from({ length: 10 }, () => testbed.write(unsafeControl)))
    expect(paid).toBe(10)
  })
})

describe('the referral stats', () => {
  test('the stats list invited users with their progress and bonus, newest first, in pages', async () => {
    const { inviter, invited } = await inviterWith(0)
    const code = await testbed.codeOf(inviter)
    for (let index = 0; index < 5; index++) invited.push(await testbed.register({ code, at: tomorrow(-5) }))
    await testbed.completeCourse(invited[0]!, TODAY)
    const names = invited.map((user) => usernameOf(user)).reverse()
    const all = await stats(inviter)
    expect(all).toEqual({
      referralCode: code,
      totalInvited: 5,
      activeLearners: 0,
      totalGemsEarned: 100,
      totalXPEarned: 50,
      invitedBy: null,
      referrals: names.map((username, index) => ({
        username,
        joinedAt: tomorrow(-5).toISOString(),
        hasCompletedFirstCourse: index === 4,
        bonusClaimed: index === 4,
      })),
    })
    const page = await stats(inviter, '?page=2&limit=2')
    expect(page.referrals.map(({ username }: { username: string }) => username)).toEqual(names.slice(2, 4))
    expect((await testbed.call('GET /referral/stats?limit=0', inviter)).status).toBe(400)
  })

  test('an invited user with a lesson in the last 30 days counts as active', async () => {
    const now = new Date()
    const { inviter, invited } = await inviterWith(4)
    await testbed.completeLesson(invited[0]!, now)
    await testbed.completeLesson(invited[1]!, addMs(now, -30 * DAY_MS + HOUR_MS))
    await testbed.completeLesson(invited[2]!, addMs(now, -30 * DAY_MS - HOUR_MS))
    expect((await stats(inviter)).activeLearners).toBe(2)
    // A late event of an old lesson does not overwrite a newer one.
    await testbed.completeLesson(invited[0]!, addMs(now, -60 * DAY_MS))
    await testbed.completeLesson(invited[2]!, now)
    expect((await stats(inviter)).activeLearners).toBe(3)
  })

  test('a lesson before the code was redeemed counts', async () => {
    const inviter = await testbed.register()
    const invited = await testbed.register()
    await testbed.completeLesson(invited)
    await testbed.call('POST /referral/redeem', invited, { referralCode: await testbed.codeOf(inviter) })
    expect((await stats(inviter)).activeLearners).toBe(1)
  })
})

describe('a deleted account', () => {
  test('a deletion erases code, origin and rejections, and the inviter’s stats keep the referral without a name', async () => {
    const [inviter, user] = [
      await testbed.register(),
      await testbed.register({ deviceId: 'device-of-the-user' }),
    ]
    const exported = async () => JSON.parse(JSON.stringify(await exportPersonalData(testbed.db, user)))
    // First their own code, which is rejected, then another one.
    for (const owner of [user, inviter])
      await testbed.call('POST /referral/redeem', user, { referralCode: await testbed.codeOf(owner) })
    expect(await exported()).toMatchObject({
      code: { code: expect.any(String), rewarded: 0, gemsEarned: 0 },
      member: { joinedAt: expect.any(String), invitedAt: expect.any(String) },
      refusals: [{ reason: 'SELF', times: 1 }],
    })
    await testbed.completeCourse(user, TODAY)
    await testbed.deleteAccount(user)
    expect(await exported()).toMatchObject({ code: null, refusals: [] })
    const [row] = await testbed.db`
      select device_digest, address_digest from referral_member where user_id = ${user}`
    expect(row).toEqual({ device_digest: null, address_digest: null })
    const shown = await stats(inviter)
    expect(shown).toMatchObject({ totalInvited: 1, totalGemsEarned: 100 })
    expect(shown.referrals[0]).toMatchObject({ username: 'deleted', bonusClaimed: true })
  })

  test('a deleted inviter gets no bonus, and the invited user is paid', async () => {
    const { inviter, invited } = await inviterWith(1)
    await testbed.deleteAccount(inviter)
    const events = await testbed.completeCourse(invited[0]!, TODAY)
    expect(events.map(({ name }) => name)).toEqual([
      'progress.course_completed',
      'referrals.invited_rewarded',
    ])
    expect(await testbed.balanceOf(inviter)).toEqual({ gems: 0, xp: 0 })
    expect(await testbed.balanceOf(invited[0]!)).toEqual({ gems: 50, xp: 0 })
  })
})

test('the qualified referrals are those with an event, with or without a paid bonus', async () => {
  const { inviter, invited } = await inviterWith(6)
  const emitted: string[] = []
  for (const user of invited.slice(0, 5))
    for (const { name, data } of await testbed.completeCourse(user, tomorrow(40)))
      if (name === 'referrals.referral_qualified')
        emitted.push((data as { invitedUserId: string }).invitedUserId)
  expect(emitted).toHaveLength(5)
  const found = await listQualifiedReferrals(testbed.db, [inviter, ...invited])
  expect(found.map(({ userId }) => userId)).toEqual([inviter])
  expect(found[0]!.invitedUserIds.toSorted()).toEqual(emitted.toSorted())
})
