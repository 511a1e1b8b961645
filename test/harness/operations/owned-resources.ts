import { createKeyWallet } from '../../../src/modules/wallet/chain-wallet-testbed.ts'
import type { TestUser } from '../api-client.ts'
import { totpOf } from '../external-services/authenticator.ts'
import { giveGems } from '../give-gems.ts'
import type { TestService } from '../service.ts'
import { waitUntil } from '../wait-until.ts'

/** The resources that have ids. */
export type ResourceKind =
  | 'user'
  | 'username'
  | 'session'
  | 'refreshToken'
  | 'course'
  | 'projectCourse'
  | 'lesson'
  | 'question'
  | 'reviewCard'
  | 'testAttempt'
  | 'practiceRound'
  | 'path'
  | 'promotion'
  | 'contest'
  | 'privateContest'
  | 'contestCode'
  | 'room'
  | 'roomCode'
  | 'ticket'
  | 'wallet'
  | 'pinToken'
  | 'buyQuote'
  | 'sellQuote'
  | 'order'
  | 'notification'
  | 'certificate'
  | 'certificateNumber'
  | 'submission'
  | 'device'
  | 'referralCode'

/** One resource of every kind that a user can own, with the ids by which another user might request it. */
export interface OwnedResources {
  owner: TestUser
  /** Another user waits in the queue, because a user is in one battle at a time. */
  waiting: TestUser
  ids: Record<ResourceKind, string>
}

export const PIN = '739164'

/** Creates a user who owns one resource of each kind. The service has the demo content, and runs its jobs. */
export async function createOwnedResources(service: TestService): Promise<OwnedResources> {
  const inviter = await service.register()
  const invitation = (await service.call('POST /referral/code', { token: inviter.accessToken })).body
  const owner = await service.register({ country: 'KE', referralCode: invitation.referralCode })
  const waiting = await service.register()
  const ask = createRequester(service, owner.accessToken)
  const verify = { otpCode: await service.codeFor(owner.email) }
  await ask('POST /auth/verify-email', verify)
  await giveGems(service.test.database.query, owner.id, 500)
  await giveGems(service.test.database.query, waiting.id, 10)

  const learned = await createLearningResources(service, owner)
  const project = await submitProject(service, owner)
  const money = await createPaymentResources(service, owner)
  const contests = await joinContests(service, owner)
  const room = (await ask('POST /quiz-battles/rooms', {})).data
  // A unique stake, so that the waiting user is not matched.
  const queued = { stakeAmount: 7 }
  const ticket = (
    await createRequester(service, waiting.accessToken)('POST /quiz-battles/queue/join', queued)
  ).data
  const social = await createSocialResources(service, owner)
  const signedIn = await enableSecondFactor(service, owner)
  return {
    owner,
    waiting,
    ids: {
      user: owner.id,
      username: owner.username,
      ...learned,
      ...project,
      ...money,
      ...contests,
      room: room.roomId,
      roomCode: room.roomCode,
      ticket: ticket.queueTicket,
      ...social,
      ...signedIn,
    },
  }
}

// biome-ignore lint/suspicious/noExplicitAny: responses have many shapes.
type SendRequest = (route: string, body?: unknown) => Promise<any>

/** Returns a function that sends requests as a user and throws unless they succeed. */
export function createRequester(service: TestService, token: string): SendRequest {
  return async (route, body) => {
    const response = await service.call(route, { token, ...(body === undefined ? {} : { body }) })
    if (response.status >= 300)
      throw new Error(`${route}: ${response.status} ${JSON.stringify(response.body)}`)
    return response.body
  }
}

interface CourseSummary {
  id: string
  isPremium: boolean
  hasProject: boolean
}

async function createLearningResources(service: TestService, { id: userId, accessToken }: TestUser) {
  const ask = createRequester(service, accessToken)
  const courses = (await ask('GET /course?limit=100')).data as CourseSummary[]
  const course = courses.find(({ isPremium }) => !isPremium)!.id
  await ask(`POST /user-courses/enroll/${course}`)
  const lesson = (await ask(`GET /course/${course}`)).data.lessons[0].id as string
  const { slides } = (await ask(`GET /lesson/${lesson}`)).data
  const question = slides.find((slide: { type: string }) => slide.type === 'QUIZ').question.id as string
  await ask(`POST /user-lessons/${lesson}/hints`, { questionId: question })
  await ask(`POST /user-lessons/${lesson}/answers`, { questionId: question, selectedOption: 0 })
  await ask(`POST /user-lessons/${lesson}/complete`, {})
  await ask('POST /user/streak/freezes')
  await ask('POST /learning-path/roadmap', { careerGoal: 'web developer' })
  const reviewCard = await createReviewCard(service, userId, ask)
  const testAttempt = (await ask(`POST /course-tests/${course}/attempts`)).data.attemptId as string
  const practiceRound = (await ask('POST /practice/rounds', { lessonId: lesson })).data.roundId as string
  const path = (await ask('GET /learning-path')).data[0].id as string
  await service.test.database.query`
    update enrollment set completed_at = now() where user_id = ${userId} and course_id = ${course}`
  const claim = { courseId: course, studentName: 'Amina Otieno' }
  const { certificateId, certificateNumber } = (await ask('POST /certificates/claim', claim)).data
  return {
    course,
    lesson,
    question,
    reviewCard,
    testAttempt,
    practiceRound,
    path,
    certificate: certificateId as string,
    certificateNumber,
  }
}

/** A card that is due, with an answer that can be undone. */
async function createReviewCard(service: TestService, userId: string, ask: SendRequest): Promise<string> {
  await ask('PUT /review/settings', { targetRetention: 0.9, dailyLimit: 60 })
  const db = service.test.database.query
  await db`update review_card set due_on = current_date where user_id = ${userId}`
  const { cards } = (await ask('GET /review/session')).data
  const { id, repetition } = cards.find(({ kind }: { kind: string }) => kind === 'QUESTION')
  await ask(`POST /review/cards/${id}/answers`, { repetition, answer: { selectedOption: 0 } })
  await db`update review_card set due_on = current_date where id = ${id}`
  return id
}

/** A project with a file that needs revision and was appealed. */
async function submitProject(service: TestService, { id: userId, accessToken }: TestUser) {
  const ask = createRequester(service, accessToken)
  const courses = (await ask('GET /course?limit=100')).data as CourseSummary[]
  const id = courses.find(({ isPremium, hasProject }) => !isPremium && hasProject)!.id
  await ask(`POST /user-courses/enroll/${id}`)
  const form = new FormData()
  form.append('submissionType', 'FILE_UPLOAD')
  form.append('notes', 'A first version.')
  form.append('files', new File(['# A jar'], 'jar.md', { type: 'text/markdown' }))
  const { submissionId } = (await ask(`POST /course/${id}/project/submit`, form)).data
  const db = service.test.database.query
  await waitUntil(async () => {
    const found = await db`
      select from project_submission where user_id = ${userId} and status = 'NEEDS_REVISION'`
    return found.length > 0
  })
  await ask(`POST /course/${id}/project/submission/appeal`, { reason: 'Look at the second table.' })
  return { projectCourse: id, submission: submissionId as string }
}

export async function createPaymentResources(service: TestService, { id: userId, accessToken }: TestUser) {
  const ask = createRequester(service, accessToken)
  const buying = { fiatAmount: 1300, fiatCurrency: 'KES', cryptoCurrency: 'GEMS' }
  const selling = { cryptoAmount: 2, cryptoCurrency: 'CHAIN_USDT', fiatCurrency: 'KES' }
  const quote = async () => (await ask('POST /payment/on-ramp/quote', buying)).data.quoteId as string
  const order = { quoteId: await quote(), paymentMethod: 'BANK_TRANSFER' }
  const { orderId } = (await ask('POST /payment/on-ramp/initiate', order)).data
  await ask('POST /auth/set-wallet-pin', { pin: PIN })
  const { pinToken } = (await ask('POST /auth/verify-wallet-pin', { pin: PIN })).data
  const { address } = createKeyWallet()
  await ask(`GET /blockchain/link-wallet/nonce?address=${address}`)
  const db = service.test.database.query
  await db`insert into linked_wallet (address, user_id, linked_at) values (${address}, ${userId}, now())`
  await db`insert into token_reservation (user_id, reserved) values (${userId}, 5)`
  return {
    order: orderId as string,
    buyQuote: await quote(),
    sellQuote: (await ask('POST /payment/off-ramp/quote', selling)).data.quoteId as string,
    pinToken: pinToken as string,
    wallet: address as string,
  }
}

/** Joins a public contest, with answers, and a private contest. */
async function joinContests(service: TestService, { accessToken }: TestUser) {
  const ask = createRequester(service, accessToken)
  const { items } = (await ask('GET /user/contests?search=mix&order=ASC')).data
  const [live, upcoming] = items as [{ id: string }, { id: string }]
  await ask(`POST /user/contests/${live.id}/join`)
  const { questions } = (await ask(`POST /user/contests/${live.id}/start`)).data
  const answers = [{ questionId: questions[0].id, selectedOption: 0 }]
  await ask(`POST /user/contests/${live.id}/submit`, { answers, timeTakenSeconds: 12 })
  const code = 'W3MK9Q'
  await service.test.database.query`
    update contest set type = 'PRIVATE', room_code = ${code} where id = ${upcoming.id}`
  await ask('POST /user/contests/join', { roomCode: code })
  return { contest: live.id, privateContest: upcoming.id, contestCode: code }
}

async function createSocialResources(service: TestService, { accessToken }: TestUser) {
  const ask = createRequester(service, accessToken)
  const device = 'a-phone-of-the-owner'
  await ask('POST /notifications/device-token', { token: device, platform: 'ios' })
  await ask('PUT /notifications/preferences', { channels: { SYSTEM: { email: true } } })
  const { referralCode } = await ask('POST /referral/code')
  const { banners } = await ask('GET /promotions/active?country=KE&language=en')
  await ask(`POST /promotions/${banners[0].id}/event`, { eventType: 'CLICK', country: 'KE' })
  await waitUntil(async () => (await ask('GET /notifications')).data.length > 0)
  const notificationId = (await ask('GET /notifications')).data[0].id as string
  return {
    device,
    referralCode: referralCode as string,
    promotion: banners[0].id,
    notification: notificationId,
  }
}

/** A second session, and a second factor for the next one. */
async function enableSecondFactor(service: TestService, owner: TestUser) {
  const { email, password } = owner
  const other = (await service.call('POST /auth/login', { body: { email, password } })).body.data
  const ask = createRequester(service, owner.accessToken)
  const sessions = (await ask('GET /auth/sessions')).data as { id: string; isCurrent: boolean }[]
  const { secret } = (await ask('POST /auth/2fa/setup')).data
  await ask('POST /auth/2fa/enable', { code: totpOf(secret), password })
  return {
    session: sessions.find(({ isCurrent }) => !isCurrent)!.id,
    refreshToken: other.refreshToken as string,
  }
}
