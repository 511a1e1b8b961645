import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { auditLedger } from '../src/modules/rewards/audit-ledger.ts'
import { startTestService, type TestService, type TestUser } from './harness/service.ts'

/** A learner invites others, over HTTP, with the shipped catalogue. Each step builds on the last. */

setDefaultTimeout(60_000)

let service: TestService
let inviter: TestUser
let invited: TestUser[]
let code: string

beforeAll(async () => {
  service = await startTestService({ DEMO_CONTENT: 'on' })
  inviter = await service.register()
})
afterAll(() => service.stop())

const get = async (user: TestUser, path: string) => {
  const answer = await service.call(`GET ${path}`, { token: user.accessToken })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}
const post = (user: TestUser, path: string, body: unknown = {}) =>
  service.call(`POST ${path}`, { token: user.accessToken, body })
const wealth = async (user: TestUser) => {
  const { totalGems, totalXP } = (await get(user, '/user/profile')).data
  return { totalGems, totalXP }
}

test('twenty who were invited and do nothing are worth nothing', async () => {
  code = (await post(inviter, '/referral/code')).body.referralCode
  invited = await Promise.all(Array.from({ length: 20 }, () => service.register({ referralCode: code })))
  const { data } = await get(inviter, '/referral/stats')
  expect(data).toMatchObject({ totalInvited: 20, activeLearners: 0, totalGemsEarned: 0, totalXPEarned: 0 })
  expect(data.referrals.map(({ username }: TestUser) => username).sort()).toEqual(
    invited.map(({ username }) => username).sort(),
  )
  expect(await wealth(inviter)).toEqual({ totalGems: 0, totalXP: 0 })
})

test('one who completes a course, the last lesson 20 times at once, pays each side once', async () => {
  const [learner] = invited as [TestUser]
  const { data: courses } = await get(learner, '/course?limit=100')
  const free = courses.find((course: { isPremium: boolean }) => !course.isPremium)
  const { lessons } = (await get(learner, `/course/${free.id}`)).data
  let earned = 0
  for (const { id } of lessons.slice(0, -1)) {
    const { status, body } = await post(learner, `/user-lessons/${id}/complete`)
    expect(status).toBe(200)
    earned += body.data.gemsEarned
  }
  expect((await get(inviter, '/referral/stats')).data).toMatchObject({
    activeLearners: 1,
    totalGemsEarned: 0,
  })

  const last = lessons.at(-1).id
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => post(learner, `/user-lessons/${last}/complete`)),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
  for (const { body } of answers) earned += body.data.gemsEarned
  // What every answer says of the totals is what the profile says.
  const { totalGems } = await wealth(learner)
  expect(totalGems).toBe(earned + 50)
  expect(new Set(answers.map(({ body }) => body.data.newTotalGems))).toEqual(new Set([totalGems]))

  expect(await wealth(inviter)).toEqual({ totalGems: 100, totalXP: 50 })
  const { data } = await get(inviter, '/referral/stats')
  expect(data).toMatchObject({
    totalInvited: 20,
    activeLearners: 1,
    totalGemsEarned: 100,
    totalXPEarned: 50,
  })
  const done = data.referrals.filter(({ bonusClaimed }: { bonusClaimed: boolean }) => bonusClaimed)
  expect(done).toMatchObject([{ username: learner.username, hasCompletedFirstCourse: true }])
  const { data: badges } = await get(inviter, '/badges/progress/me')
  expect(
    badges.find(({ badgeType }: { badgeType: string }) => badgeType === 'SOCIAL_BUTTERFLY'),
  ).toMatchObject({ currentProgress: 1 })
  const { data: board } = await get(inviter, '/leaderboard/weekly')
  expect(board.me.totalXP).toBe(50)
  expect((await auditLedger(service.test.database)).faults).toEqual([])
})

test('the same device over the limit is refused at registration, quietly, and at redeeming, aloud', async () => {
  const deviceId = 'the-only-device'
  const crowd = await Promise.all(
    Array.from({ length: 6 }, () => service.register({ referralCode: code, deviceId })),
  )
  const inviters = await Promise.all(crowd.map((user) => get(user, '/referral/stats')))
  expect(inviters.filter(({ data }) => data.invitedBy === inviter.username).length).toBe(3)
  const late = await service.register()
  const { status, body } = await post(late, '/referral/redeem', { referralCode: code, deviceId })
  expect([status, body.error.code, body.error.reason]).toEqual([422, 'REFERRAL_LIMIT_REACHED', 'SAME_DEVICE'])
})

test('the demo has a popup and banners, those of the country first', async () => {
  const kenyan = await service.register({ country: 'KE' })
  const { popup, banners } = await get(kenyan, '/promotions/active')
  expect(popup).toMatchObject({ title: 'Welcome to Lyceum', ctaAction: 'NAVIGATE_COURSE' })
  expect(banners.map(({ ctaAction }: { ctaAction: string }) => ctaAction)).toEqual([
    'OPEN_SUBSCRIPTION_MODAL',
    'OPEN_REFERRAL',
  ])
  const picture = await fetch(`${service.url}${new URL(popup.imageUrl).pathname}`)
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
  expect((await get(kenyan, `/course/${popup.ctaPayload.courseId}`)).data.isPremium).toBe(false)

  expect((await post(kenyan, `/promotions/${popup.id}/event`, { eventType: 'DISMISS' })).body).toEqual({
    tracked: true,
  })
  expect((await get(kenyan, '/promotions/active')).popup).toBeNull()
})

test('an export has both, and a farewell leaves neither', async () => {
  const [, user] = invited as [TestUser, TestUser]
  const { popup } = await get(user, '/promotions/active')
  await post(user, `/promotions/${popup.id}/event`, { eventType: 'IMPRESSION' })
  const { data } = await get(user, '/user/export')
  expect(data.promotions).toMatchObject([{ title: popup.title, impressions: 1 }])
  expect(data.referrals.member.invitedAt).toEqual(expect.any(String))
  const farewell = await service.call('DELETE /user/account', {
    token: user.accessToken,
    body: { password: user.password },
  })
  expect(farewell.status).toBe(200)
  const rows = await service.test.database.query`
    select from promotion_audience where user_id = ${user.id}
    union all select from referral_member where user_id = ${user.id} and address_digest is not null`
  expect(rows.length).toBe(0)
  const shown = (await get(inviter, '/referral/stats')).data
  expect(shown.totalInvited).toBe(23)
  expect(shown.referrals.filter(({ username }: TestUser) => username === 'deleted').length).toBe(1)
})
