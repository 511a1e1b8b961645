import { CONTRACT_EVENT_EXAMPLE } from '../../src/modules/webhooks/contracts/contract-event.ts'
import type { ApiResponse } from '../harness/api-client.ts'
import { giveGems } from '../harness/give-gems.ts'
import { webhookCredentials } from '../harness/operations/webhook-credentials.ts'
import { waitUntil } from '../harness/wait-until.ts'
import type { ConformanceClient } from './conformance-client.ts'

/** Fixtures of the rows: users in various states, each created once. */

interface CourseSummary {
  id: string
  isPremium: boolean
  hasProject: boolean
}

export const learner = (client: ConformanceClient) =>
  client.newUser({ country: 'KE', timeZone: 'Africa/Nairobi' })

export const catalogue = async (client: ConformanceClient): Promise<CourseSummary[]> =>
  client.get('/course?limit=100', await client.shared(learner))

export const freeCourse = async (client: ConformanceClient) => {
  const found = (await client.shared(catalogue)).find(({ isPremium }) => !isPremium)!
  return client.get(`/course/${found.id}`, await client.shared(learner))
}

/** The first lesson of the free course, read before its completion. */
export const lesson = async (client: ConformanceClient) => {
  const { lessons } = await client.shared(freeCourse)
  return client.get(`/lesson/${lessons[0].id}`, await client.shared(learner))
}

/** The response to the completion. */
export const completion = async (client: ConformanceClient) => {
  const { lessons } = await client.shared(freeCourse)
  const body = { timeSpentSeconds: 240, score: 100 }
  const route = `POST /user-lessons/${lessons[0].id}/complete`
  return (await client.expectStatus(200, route, await client.shared(learner), body)).data
}

export const profile = async (client: ConformanceClient) => {
  await client.shared(completion)
  return client.get('/user/profile', await client.shared(learner))
}

export const slideOf = (type: string) => async (client: ConformanceClient) =>
  (await client.shared(lesson)).slides.find((slide: { type: string }) => slide.type === type)

export const enrollment = async (client: ConformanceClient) => {
  const { id } = await client.shared(freeCourse)
  const newUser = await client.newUser()
  return (await client.expectStatus(201, `POST /user-courses/enroll/${id}`, newUser)).data
}

export const paths = async (client: ConformanceClient) =>
  client.get('/learning-path', await client.shared(learner))

export const roadmap = async (client: ConformanceClient) => {
  const user = await client.newUser()
  const body = { careerGoal: 'I want to become a data analyst', userId: user.id }
  const built = await client.expectStatus(201, 'POST /learning-path/roadmap', user, body)
  return { user, built, mine: await client.get('/learning-path/roadmap/me', user) }
}

export const contests = async (client: ConformanceClient) => {
  const page = await client.get('/user/contests?search=mix&order=ASC', await client.shared(learner))
  const live = page.items.find(({ status }: { status: string }) => status === 'LIVE')
  return { page, live }
}

/** A contest with an entry fee that can be joined. */
export const contestWithFee = async (client: ConformanceClient) => {
  const { items } = await client.get('/user/contests?limit=100', await client.shared(learner))
  const found = items.find(
    ({ entryFeeGems, status }: { entryFeeGems: number; status: string }) =>
      entryFeeGems > 0 && (status === 'UPCOMING' || status === 'LIVE'),
  )
  return { contestId: found.id as string, fee: found.entryFeeGems as number }
}

/** A user who joined the live contest and has its questions. */
export const contestant = async (client: ConformanceClient) => {
  const { live } = await client.shared(contests)
  const user = await client.newUser()
  await giveGems(client.service.test.database.query, user.id, 500)
  const joined = await client.expectStatus(200, `POST /user/contests/${live.id}/join`, user)
  const { questions } = (await client.expectStatus(200, `POST /user/contests/${live.id}/start`, user)).data
  return { user, contestId: live.id as string, joined, questions }
}

export const projectCourse = async (client: ConformanceClient) =>
  (await client.shared(catalogue)).find(({ isPremium, hasProject }) => !isPremium && hasProject)!

/** A user enrolled in a course with a project, with a saved draft and a submission. */
export const submission = async (client: ConformanceClient) => {
  const { id } = await client.shared(projectCourse)
  const user = await client.newUser()
  await client.expectStatus(201, `POST /user-courses/enroll/${id}`, user)
  const work = {
    submissionType: 'GITHUB_REPO',
    repositoryUrl: 'https://github.com/ada/jar',
    notes: 'A first version.',
  }
  const draft = await client.expectStatus(200, `POST /course/${id}/project/draft`, user, work)
  const whileDraft = await client.get(`/course/${id}/project/submission`, user)
  const submitted = await client.expectStatus(201, `POST /course/${id}/project/submit`, user, {})
  return { user, courseId: id, draft, whileDraft, submitted }
}

export const board = async (client: ConformanceClient) => {
  await client.shared(completion)
  return (await client.call('GET /leaderboard/weekly')).body
}

export const promotions = async (client: ConformanceClient) =>
  (await client.call('GET /promotions/active?country=KE&language=en', await client.newUser())).body

/** A user who invited another user. */
export const inviter = async (client: ConformanceClient) => {
  const user = await client.newUser()
  const { referralCode } = await client.expectStatus(201, 'POST /referral/code', user)
  await client.newUser({ referralCode })
  return { referralCode, stats: await client.get('/referral/stats', user) }
}

export const balance = async (client: ConformanceClient) => {
  const { id } = await client.shared(learner)
  return client.get(`/blockchain/user/${id}/balance`, await client.shared(learner))
}

export const notified = async (client: ConformanceClient) => {
  await client.shared(completion)
  const user = await client.shared(learner)
  await waitUntil(async () => (await client.get('/notifications', user)).length > 0)
  return { user, inbox: await client.get('/notifications', user) }
}

export const queued = async (client: ConformanceClient) => {
  const user = await client.newUser()
  const body = await client.expectStatus(200, 'POST /quiz-battles/queue/join', user, {})
  await client.expectStatus(200, `DELETE /quiz-battles/queue/${body.data.queueTicket}`, user)
  return body
}

export const botBattle = async (client: ConformanceClient) =>
  client.expectStatus(200, 'POST /quiz-battles/bot/start', await client.newUser(), {})

export const badges = async (client: ConformanceClient) => {
  await client.shared(completion)
  return client.get('/badges/progress/me', await client.shared(learner))
}

/** Sends an event like the watcher of the contracts, or with other headers. */
export function sendContractEvent(
  client: ConformanceClient,
  event: object,
  headers: Record<string, string> = {},
): Promise<ApiResponse> {
  const body = { ...CONTRACT_EVENT_EXAMPLE, ...event }
  const credentials = webhookCredentials('/webhook/contract-events', JSON.stringify(body))
  return client.service.call('POST /webhook/contract-events', {
    body,
    headers: { ...credentials, ...headers },
  })
}

/** A contract event that awards XP to a wallet. */
export function xpRewarded(userAddress: string, amount: bigint): object {
  const digits = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex')
  return {
    eventType: 'XP_REWARDED',
    transactionHash: `0x${digits}`,
    data: { userAddress, amount: String(amount * 10n ** 18n) },
  }
}
