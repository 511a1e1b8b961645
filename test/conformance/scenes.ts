import { CONTRACT_EVENT_EXAMPLE } from '../../src/modules/webhooks/contracts/contract-event.ts'
import { webhookCredentials } from '../harness/operations/webhook-credentials.ts'
import type { ApiAnswer, TestUser } from '../harness/service.ts'
import { until } from '../harness/until.ts'
import type { World } from './world.ts'

/** What rows look at: people in the middle of something, each made once. */

interface CourseSummary {
  id: string
  isPremium: boolean
  hasProject: boolean
}

export const learner = (world: World) => world.newUser({ country: 'KE', timeZone: 'Africa/Nairobi' })

export const catalogue = async (world: World): Promise<CourseSummary[]> =>
  world.get('/course?limit=100', await world.once(learner))

export const freeCourse = async (world: World) => {
  const found = (await world.once(catalogue)).find(({ isPremium }) => !isPremium)!
  return world.get(`/course/${found.id}`, await world.once(learner))
}

/** The first lesson of the free course, read before it is done. */
export const lesson = async (world: World) => {
  const { lessons } = await world.once(freeCourse)
  return world.get(`/lesson/${lessons[0].id}`, await world.once(learner))
}

/** What the learner was answered for completing it. */
export const completion = async (world: World) => {
  const { lessons } = await world.once(freeCourse)
  const body = { timeSpentSeconds: 240, score: 100 }
  const route = `POST /user-lessons/${lessons[0].id}/complete`
  return (await world.answer(200, route, await world.once(learner), body)).data
}

export const profile = async (world: World) => {
  await world.once(completion)
  return world.get('/user/profile', await world.once(learner))
}

export const slideOf = (type: string) => async (world: World) =>
  (await world.once(lesson)).slides.find((slide: { type: string }) => slide.type === type)

export const enrollment = async (world: World) => {
  const { id } = await world.once(freeCourse)
  const newcomer = await world.newUser()
  return (await world.answer(201, `POST /user-courses/enroll/${id}`, newcomer)).data
}

export const paths = async (world: World) => world.get('/learning-path', await world.once(learner))

export const roadmap = async (world: World) => {
  const user = await world.newUser()
  const body = { careerGoal: 'I want to become a data analyst', userId: user.id }
  const built = await world.answer(201, 'POST /learning-path/roadmap', user, body)
  return { user, built, mine: await world.get('/learning-path/roadmap/me', user) }
}

export const contests = async (world: World) => {
  const page = await world.get('/user/contests?search=mix&order=ASC', await world.once(learner))
  const live = page.items.find(({ status }: { status: string }) => status === 'LIVE')
  return { page, live }
}

/** One that costs something and can be joined. */
export const contestWithFee = async (world: World) => {
  const { items } = await world.get('/user/contests?limit=100', await world.once(learner))
  const found = items.find(
    ({ entryFeeGems, status }: { entryFeeGems: number; status: string }) =>
      entryFeeGems > 0 && (status === 'UPCOMING' || status === 'LIVE'),
  )
  return { contestId: found.id as string, fee: found.entryFeeGems as number }
}

/** Somebody who joined the live contest and has its questions. */
export const contestant = async (world: World) => {
  const { live } = await world.once(contests)
  const user = await world.newUser()
  await giveGems(world, user, 500)
  const joined = await world.answer(200, `POST /user/contests/${live.id}/join`, user)
  const { questions } = (await world.answer(200, `POST /user/contests/${live.id}/start`, user)).data
  return { user, contestId: live.id as string, joined, questions }
}

export async function giveGems(world: World, user: TestUser, gems: number): Promise<void> {
  const legs = [
    { account: 'house:grants', asset: 'GEM', amount: String(-gems) },
    { account: `user:${user.id}`, asset: 'GEM', amount: String(gems) },
  ]
  await world.service.test.database.query`
    select posted from ledger_post(${Bun.randomUUIDv7()}, ${`gift:${Bun.randomUUIDv7()}`}, 'a gift', now(), ${legs}::jsonb)`
}

export const projectCourse = async (world: World) =>
  (await world.once(catalogue)).find(({ isPremium, hasProject }) => !isPremium && hasProject)!

/** Somebody enrolled in a course with a project, who saved a draft and submitted it. */
export const submission = async (world: World) => {
  const { id } = await world.once(projectCourse)
  const user = await world.newUser()
  await world.answer(201, `POST /user-courses/enroll/${id}`, user)
  const work = {
    submissionType: 'GITHUB_REPO',
    repositoryUrl: 'https://github.com/ada/jar',
    notes: 'A first version.',
  }
  const draft = await world.answer(200, `POST /course/${id}/project/draft`, user, work)
  const whileDraft = await world.get(`/course/${id}/project/submission`, user)
  const submitted = await world.answer(201, `POST /course/${id}/project/submit`, user, {})
  return { user, courseId: id, draft, whileDraft, submitted }
}

export const board = async (world: World) => {
  await world.once(completion)
  return (await world.call('GET /leaderboard/weekly')).body
}

export const promotions = async (world: World) =>
  (await world.call('GET /promotions/active?country=KE&language=en', await world.newUser())).body

/** Somebody who invited somebody else. */
export const inviter = async (world: World) => {
  const user = await world.newUser()
  const { referralCode } = await world.answer(201, 'POST /referral/code', user)
  await world.newUser({ referralCode })
  return { referralCode, stats: await world.get('/referral/stats', user) }
}

export const balance = async (world: World) => {
  const { id } = await world.once(learner)
  return world.get(`/blockchain/user/${id}/balance`, await world.once(learner))
}

export const notified = async (world: World) => {
  await world.once(completion)
  const user = await world.once(learner)
  await until(async () => (await world.get('/notifications', user)).length > 0, 60)
  return { user, inbox: await world.get('/notifications', user) }
}

export const queued = async (world: World) => {
  const user = await world.newUser()
  const body = await world.answer(200, 'POST /quiz-battles/queue/join', user, {})
  await world.answer(200, `DELETE /quiz-battles/queue/${body.data.queueTicket}`, user)
  return body
}

export const botBattle = async (world: World) =>
  world.answer(200, 'POST /quiz-battles/bot/start', await world.newUser(), {})

export const badges = async (world: World) => {
  await world.once(completion)
  return world.get('/badges/progress/me', await world.once(learner))
}

/** Sends an event as the contracts' watcher would, or with other headers. */
export function sendContractEvent(
  world: World,
  event: object,
  headers: Record<string, string> = {},
): Promise<ApiAnswer> {
  const body = { ...CONTRACT_EVENT_EXAMPLE, ...event }
  const credentials = webhookCredentials('/webhook/contract-events', JSON.stringify(body))
  return world.service.call('POST /webhook/contract-events', {
    body,
    headers: { ...credentials, ...headers },
  })
}

/** XP that a contract tells of, for a wallet. */
export function xpRewarded(userAddress: string, amount: bigint): object {
  const digits = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex')
  return {
    eventType: 'XP_REWARDED',
    transactionHash: `0x${digits}`,
    data: { userAddress, amount: String(amount * 10n ** 18n) },
  }
}
