import { expect } from 'bun:test'
import { auditLedger } from '../../src/modules/ledger/public/audit-ledger.ts'
import type { TestUser } from '../harness/api-client.ts'
import {
  clientOf,
  expectSuccess,
  isFirstResponse,
  type Journey,
  type JourneyEnvironment,
  type UserClient,
} from './journey.ts'

const INVITED = 20
const OVER_ONE_DEVICE = 6
const DEVICE_LIMIT = 3

/** A learner invites others, with the shipped catalogue. */
export function referralJourney(environment: () => JourneyEnvironment): Journey {
  let inviter: TestUser
  let asInviter: UserClient
  let invited: TestUser[]
  let code: string

  const balancesOf = async (user: TestUser) => {
    const { totalGems, totalXP } = (await clientOf(environment(), user).get('/user/profile')).data
    return { totalGems, totalXP }
  }

  async function invite(): Promise<void> {
    inviter = await environment().register()
    asInviter = clientOf(environment(), inviter)
    code = (await asInviter.post('/referral/code', {})).body.referralCode
    invited = await Promise.all(
      Array.from({ length: INVITED }, () => environment().register({ referralCode: code })),
    )
    const { data } = await asInviter.get('/referral/stats')
    expect(data).toMatchObject({
      totalInvited: INVITED,
      activeLearners: 0,
      totalGemsEarned: 0,
      totalXPEarned: 0,
    })
    expect(data.referrals.map(({ username }: TestUser) => username).sort()).toEqual(
      invited.map(({ username }) => username).sort(),
    )
    expect(await balancesOf(inviter)).toEqual({ totalGems: 0, totalXP: 0 })
  }

  async function completeCourse(): Promise<void> {
    const [learner] = invited as [TestUser]
    const as = clientOf(environment(), learner)
    const { data: courses } = await as.get('/course?limit=100')
    const free = courses.find((course: { isPremium: boolean }) => !course.isPremium)
    const { lessons } = (await as.get(`/course/${free.id}`)).data
    const complete = (id: string) => as.post(`/user-lessons/${id}/complete`, {})
    const answers = []
    for (const { id } of lessons.slice(0, -1)) answers.push(await complete(id))
    expect((await asInviter.get('/referral/stats')).data).toMatchObject({
      activeLearners: 1,
      totalGemsEarned: 0,
    })
    const last = await Promise.all(Array.from({ length: 20 }, () => complete(lessons.at(-1).id)))
    answers.push(...last)
    const { totalGems } = await balancesOf(learner)
    const earned = answers.reduce((sum, response) => sum + expectSuccess(response).gemsEarned, 0)
    // The totals in every response equal those of the profile.
    if (answers.every(isFirstResponse)) expect(totalGems).toBe(earned + 50)
    expect(new Set(last.map(({ body }) => body.data.newTotalGems))).toEqual(new Set([totalGems]))
  }

  async function checkBonus(): Promise<void> {
    const [learner] = invited as [TestUser]
    expect(await balancesOf(inviter)).toEqual({ totalGems: 100, totalXP: 50 })
    const { data } = await asInviter.get('/referral/stats')
    expect(data).toMatchObject({
      totalInvited: INVITED,
      activeLearners: 1,
      totalGemsEarned: 100,
      totalXPEarned: 50,
    })
    const done = data.referrals.filter(({ bonusClaimed }: { bonusClaimed: boolean }) => bonusClaimed)
    expect(done).toMatchObject([{ username: learner.username, hasCompletedFirstCourse: true }])
    const { data: badges } = await asInviter.get('/badges/progress/me')
    const social = badges.find(({ badgeType }: { badgeType: string }) => badgeType === 'SOCIAL_BUTTERFLY')
    expect(social).toMatchObject({ currentProgress: 1 })
    expect((await asInviter.get('/leaderboard/weekly')).data.me.totalXP).toBe(50)
    expect((await auditLedger(environment().database)).faults).toEqual([])
  }

  async function shareOneDevice(): Promise<void> {
    const deviceId = `the-only-device-of-${inviter.id}`
    const crowd = await Promise.all(
      Array.from({ length: OVER_ONE_DEVICE }, () => environment().register({ referralCode: code, deviceId })),
    )
    const stats = await Promise.all(crowd.map((user) => clientOf(environment(), user).get('/referral/stats')))
    expect(stats.filter(({ data }) => data.invitedBy === inviter.username).length).toBe(DEVICE_LIMIT)
    const late = clientOf(environment(), await environment().register())
    const { status, body } = await late.post('/referral/redeem', { referralCode: code, deviceId })
    expect([status, body.error.code, body.error.reason]).toEqual([
      422,
      'REFERRAL_LIMIT_REACHED',
      'SAME_DEVICE',
    ])
  }

  async function checkPromotions(): Promise<void> {
    const kenyan = clientOf(environment(), await environment().register({ country: 'KE' }))
    const { popup, banners } = await kenyan.get('/promotions/active')
    expect(popup).toMatchObject({ title: 'Welcome to Lyceum', ctaAction: 'NAVIGATE_COURSE' })
    expect(banners.map(({ ctaAction }: { ctaAction: string }) => ctaAction)).toEqual([
      'OPEN_SUBSCRIPTION_MODAL',
      'OPEN_REFERRAL',
    ])
    const picture = await environment().call(`GET /${new URL(popup.imageUrl).pathname}`)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
    expect((await kenyan.get(`/course/${popup.ctaPayload.courseId}`)).data.isPremium).toBe(false)
    const dismissed = await kenyan.post(`/promotions/${popup.id}/event`, { eventType: 'DISMISS' })
    expect(dismissed.body).toEqual({ tracked: true })
    expect((await kenyan.get('/promotions/active')).popup).toBeNull()
  }

  async function leave(): Promise<void> {
    const [, user] = invited as [TestUser, TestUser]
    const as = clientOf(environment(), user)
    const { popup } = await as.get('/promotions/active')
    const seen = await as.post(`/promotions/${popup.id}/event`, { eventType: 'IMPRESSION' })
    const { data } = await as.get('/user/export')
    expect(data.promotions).toMatchObject([{ title: popup.title }])
    if (isFirstResponse(seen)) expect(data.promotions[0].impressions).toBe(1)
    expect(data.referrals.member.invitedAt).toEqual(expect.any(String))
    const deletion = await environment().call('DELETE /user/account', {
      token: user.accessToken,
      body: { password: user.password },
    })
    // A retry after a lost response finds that the session is over.
    expect(deletion.status).toBeOneOf(isFirstResponse(deletion) ? [200] : [200, 401])
    const rows = await environment().database.query`
      select from promotion_user_state where user_id = ${user.id}
      union all select from referral_member where user_id = ${user.id} and address_digest is not null`
    expect(rows.length).toBe(0)
    const { data: shown } = await asInviter.get('/referral/stats')
    expect(shown.totalInvited).toBe(INVITED + DEVICE_LIMIT)
    expect(shown.referrals.filter(({ username }: TestUser) => username === 'deleted').length).toBe(1)
  }

  return {
    name: 'referral',
    steps: [
      ['twenty invited users without activity pay no bonus', invite],
      [
        'an invited user who completes a course with 20 concurrent last completions pays the bonus',
        completeCourse,
      ],
      ['the referral bonus is paid once to both users', checkBonus],
      [
        'referrals of one device above the limit are ignored at registration and refused at redeeming',
        shareOneDevice,
      ],
      ['promotions include a popup and banners, those of the country first', checkPromotions],
      ['the export contains both sides of a referral, and account deletion erases both', leave],
    ],
  }
}
