import { createECDH, randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { createKeyWallet } from '../../../src/modules/wallet/chain-wallet-testbed.ts'
import { CONTRACT_EVENT_EXAMPLE } from '../../../src/modules/webhooks/contracts/contract-event.ts'
import type { ApiResponse, TestUser } from '../api-client.ts'
import { totpOf } from '../external-services/authenticator.ts'
import type { TestIssuer } from '../external-services/oidc-issuer.ts'
import { webhookCredentials } from '../operations/webhook-credentials.ts'
import type { TestService } from '../service.ts'
import { openSocket } from '../socket.ts'
import { waitUntil } from '../wait-until.ts'

type Calls = Pick<TestService, 'call' | 'register' | 'codeFor'>

/** A user who has used every feature, with only unique words in all inputs. */
export interface MarkedUser extends TestUser {
  /** The inputs of the user, by their meaning. */
  markedWords: Record<string, string>
  /** The user's secrets, which must not occur anywhere. */
  secrets: string[]
  friend: TestUser
  inviter: TestUser
  certificateNumber: string
  contestId: string
  projectCourseId: string
}

const PIN = '739164'
const ADDRESS = '203.0.113.77'

/** Runs the steps in order through the API; throws on any unsuccessful response. */
export async function createMarkedUser(
  service: Calls & { url: string },
  issuer: TestIssuer,
): Promise<MarkedUser> {
  const tag = `zq${randomBytes(5).toString('hex')}`
  const mark = (what: string) => `${tag}${what}`
  const headers = { 'x-forwarded-for': ADDRESS, 'user-agent': mark('agent') }
  const markedWords: Record<string, string> = { address: ADDRESS, userAgent: mark('agent') }
  const record = (what: string, value = mark(what)) => {
    markedWords[what] = value
    return value
  }

  const inviter = await service.register()
  const { referralCode } = (await service.call('POST /referral/code', { token: inviter.accessToken })).body
  const password = mark('-password')
  const registered = await expectSuccess(
    service.call('POST /auth/register', {
      headers,
      body: {
        email: record('email', `${mark('mail')}@example.com`),
        username: record('username', mark('name')),
        password,
        country: 'KE',
        language: record('language', 'mi-NZ'),
        timeZone: record('timeZone', 'Pacific/Kiritimati'),
        referralCode,
      },
    }),
  )
  const { user, accessToken, refreshToken } = registered.data
  const { email = '', username = '' } = markedWords
  const learner: TestUser = { id: user.id, email, username, password, accessToken, refreshToken }
  const ask = async (route: string, body?: unknown, more: Record<string, string> = {}) =>
    expectSuccess(
      service.call(route, {
        token: accessToken,
        headers: { ...headers, ...more },
        ...(body === undefined ? {} : { body }),
      }),
    )
  const admin = (
    await expectSuccess(
      service.call('POST /auth/login', { body: { email: 'admin@lyceum.local', password: 'admin-demo-1' } }),
    )
  ).data.accessToken as string
  const asAdmin = async (route: string, body?: unknown) =>
    expectSuccess(service.call(route, { token: admin, ...(body === undefined ? {} : { body }) }))

  // Profile and sign-in.
  await ask('POST /auth/verify-email', { otpCode: await service.codeFor(email) })
  const form = new FormData()
  const picture = sharp({ create: { width: 9, height: 9, channels: 3, background: '#0a0' } }).png()
  form.set('avatar', new File([new Uint8Array(await picture.toBuffer())], 'me.png'))
  form.set('bio', record('bio', `I am ${mark('bio')}.`))
  // The export has the earlier time zone, too.
  form.set('timeZone', record('laterTimeZone', 'Pacific/Chatham'))
  await ask('PATCH /user/profile', form)
  const idToken = await issuer.sign({ sub: record('socialSubject'), email })
  await expectSuccess(service.call('POST /auth/social', { headers, body: { provider: 'google', idToken } }))
  await ask('POST /auth/username-available', { username: mark('other') }, { 'idempotency-key': mark('key') })
  await expectSuccess(service.call('POST /auth/otp/request', { headers, body: { email } }))
  await service.call('POST /auth/login', { headers, body: { email, password: mark('wrong-one') } })

  // Learning: a complete course, a goal, a project.
  const courses = (await ask('GET /course?limit=100')).data as {
    id: string
    isPremium: boolean
    hasProject: boolean
  }[]
  const courseId = courses.find(({ isPremium }) => !isPremium)!.id
  const { lessons } = (await ask(`GET /course/${courseId}`)).data
  for (const { id } of lessons) {
    const { slides } = (await ask(`GET /lesson/${id}`)).data
    const quiz = slides.find((slide: { type: string }) => slide.type === 'QUIZ')?.question
    if (quiz?.hasHint) await ask(`POST /user-lessons/${id}/hints`, { questionId: quiz.id })
    if (quiz)
      await ask(`POST /user-lessons/${id}/answers`, {
        questionId: quiz.id,
        selectedOption: quiz.correctIndex,
      })
    await ask(
      `POST /user-lessons/${id}/complete`,
      { timeSpentSeconds: 60 },
      { 'idempotency-key': mark(`done-${id}`) },
    )
  }
  await ask('PUT /review/settings', { targetRetention: 0.85, dailyLimit: 40 })
  const { attemptId } = (await ask(`POST /course-tests/${courseId}/attempts`)).data
  await ask(`POST /course-test-attempts/${attemptId}/submit`, { answers: [] })
  const round = (await ask('POST /practice/rounds', { lessonId: lessons[0].id })).data
  const practised = round.questions.find(({ type }: { type: string }) => type === 'SINGLE_CHOICE')
  const choice = { questionId: practised.id, selectedOption: 0 }
  await ask(`POST /practice/rounds/${round.roundId}/answers`, choice)
  const reported = { kind: 'COURSE', targetId: courseId, reason: 'WRONG' }
  await ask('POST /reports', { ...reported, text: record('report', `It says ${mark('complaint')} twice`) })
  const careerGoal = record('careerGoal', `Leave ${mark('employer')} and become a data analyst`)
  await ask('POST /learning-path/roadmap', { careerGoal })
  const project = courses.find(({ isPremium, hasProject }) => !isPremium && hasProject)!.id
  await submitProject(ask, asAdmin, project, { record, mark })

  // Games: a contest, a friend battle, a bot battle.
  const { items } = (await ask('GET /user/contests?limit=100')).data
  const contest = items.find((one: { status: string; entryFeeGems: number }) => one.status === 'LIVE')
  await asAdmin(`POST /admin/users/${learner.id}/grants`, {
    asset: 'GEM',
    amount: 500,
    reason: record('grantReason'),
  })
  await asAdmin(`POST /admin/users/${learner.id}/notes`, { text: record('staffNote') })
  await ask(`POST /user/contests/${contest.id}/join`)
  const { questions } = (await ask(`POST /user/contests/${contest.id}/start`)).data
  await ask(`POST /user/contests/${contest.id}/submit`, {
    answers: [{ questionId: questions[0].id, selectedOption: 0 }],
    timeTakenSeconds: 12,
  })
  const own = (await ask('POST /referral/code')) as { referralCode: string }
  const friend = await service.register({ referralCode: own.referralCode })
  record('referralCode', own.referralCode)
  await loseToFriend(service, learner, friend)
  await ask('POST /user/streak/freezes')

  // Possessions: wallets, a PIN, bought and sold tokens, a certificate, a subscription.
  await linkWallets(ask, record)
  await ask('POST /auth/set-wallet-pin', { pin: PIN })
  await ask('POST /auth/verify-wallet-pin', { pin: PIN })
  await ask('POST /auth/reset-wallet-pin-otp')
  await buyAndSell(ask, record)
  const claimed = await ask('POST /certificates/claim', {
    courseId,
    studentName: record('studentName', `Ada ${mark('student')}`),
  })
  const { certificateId, certificateNumber } = claimed.data
  await waitUntil(async () => (await ask('GET /certificates')).data[0].status === 'MINTED')
  await asAdmin(`PATCH /admin/certificates/${certificateId}`, {
    studentName: record('correctedName', `Ada ${mark('corrected')}`),
  })
  await sendRewardEvent(
    service,
    markedWords.linkedWallet!,
    (await ask('GET /blockchain/config')).data.contracts,
  )

  // Notifications and devices.
  const phone = { token: record('phoneToken'), platform: 'ios' }
  await ask('POST /notifications/device-token', phone)
  const subscription = {
    endpoint: `https://fcm.googleapis.com/fcm/send/${mark('browser')}`,
    keys: browserKeys(),
  }
  record('browser')
  const browser = { token: JSON.stringify(subscription), platform: 'web' }
  await ask('POST /notifications/device-token', browser)
  await ask('PUT /notifications/preferences', {
    quietHours: { start: '03:00', end: '03:01' },
    channels: { SYSTEM: { email: true } },
  })
  await asAdmin(`POST /admin/users/${learner.id}/notifications`, {
    title: record('messageTitle'),
    body: record('messageBody'),
  })
  const { banners } = (await ask('GET /promotions/active?country=KE&language=en')) as {
    banners: { id: string }[]
  }
  for (const eventType of ['IMPRESSION', 'CLICK'])
    await ask(`POST /promotions/${banners[0]!.id}/event`, { eventType, country: 'KE' })
  await asAdmin(`POST /admin/users/${learner.id}/suspend`, { reason: record('suspendReason') })
  // Store events during a suspension still belong to the user.
  await subscribe(service, learner, record)
  await asAdmin(`POST /admin/users/${learner.id}/unsuspend`, {})
  await asAdmin(`GET /admin/users?search=${encodeURIComponent(email)}`)

  // The suspension ended all sessions and their devices. The second factor is last, because the sign-in then
  // asks for it.
  const again = await expectSuccess(service.call('POST /auth/login', { headers, body: { email, password } }))
  const token = again.data.accessToken as string
  const asAgain = { token, headers }
  for (const body of [phone, browser])
    await expectSuccess(service.call('POST /notifications/device-token', { ...asAgain, body }))
  const { secret } = (await expectSuccess(service.call('POST /auth/2fa/setup', asAgain))).data
  const enabled = await expectSuccess(
    service.call('POST /auth/2fa/enable', { ...asAgain, body: { code: totpOf(secret), password } }),
  )
  return {
    ...learner,
    accessToken: token,
    markedWords,
    secrets: [password, secret, ...enabled.data.recoveryCodes],
    friend,
    inviter,
    certificateNumber,
    contestId: contest.id,
    projectCourseId: project,
  }
}

/** Pending operations at the time of the erasure. */
export interface PendingWork {
  stake: number
  unpaidOrderId: string
  sellOrderId: string
  certificateNumber: string
}

/**
 * Creates a submission to be assessed, a friend room with a stake, an unpaid order, a sale, and a certificate
 * that was just claimed.
 */
export async function createPendingWork(
  service: Calls,
  { accessToken, markedWords, projectCourseId }: MarkedUser,
): Promise<PendingWork> {
  const ask: Ask = async (route, body) =>
    expectSuccess(service.call(route, { token: accessToken, ...(body === undefined ? {} : { body }) }))
  const record: RecordWord = (what, value) => {
    markedWords[what] = value!
    return value!
  }
  const courses = (await ask('GET /course?limit=100')).data as { id: string; isPremium: boolean }[]
  const courseId = courses.filter(({ isPremium }) => !isPremium)[1]!.id
  for (const { id } of (await ask(`GET /course/${courseId}`)).data.lessons)
    await ask(`POST /user-lessons/${id}/complete`, {})
  await ask(`POST /course/${projectCourseId}/project/submit`, {})
  const stake = 40
  await ask('POST /quiz-battles/rooms', { stakeAmount: stake })
  const { orderId: unpaidOrderId } = await buy(ask, `+254${markedWords.phone}`)
  const studentName = record('lateStudentName', `${markedWords.studentName} again`)
  await ask('PUT /user/certificate-name', { studentName })
  const { certificateNumber } = (await ask('POST /certificates/claim', { courseId, studentName })).data
  const bank = {
    bankCode: '058',
    accountNumber: record('lateAccountNumber', '8150937499'),
    accountName: record('lateAccountName', `${markedWords.accountName} again`),
  }
  const sellOrderId = await sell(ask, 'NGN', { paymentMethod: 'BANK_TRANSFER', ...bank })
  return { stake, unpaidOrderId, sellOrderId, certificateNumber }
}

// biome-ignore lint/suspicious/noExplicitAny: responses have many shapes.
async function expectSuccess(request: Promise<ApiResponse>): Promise<any> {
  const { status, body } = await request
  if (status !== 200 && status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body
}

// biome-ignore lint/suspicious/noExplicitAny: responses have many shapes.
type Ask = (route: string, body?: unknown, headers?: Record<string, string>) => Promise<any>
type RecordWord = (what: string, value?: string) => string

/**
 * Submits a draft with a file, which is assessed by rules, appealed and decided by a reviewer; saves a second
 * draft.
 */
async function submitProject(
  ask: Ask,
  asAdmin: Ask,
  courseId: string,
  { record, mark }: { record: RecordWord; mark: (what: string) => string },
): Promise<void> {
  await ask(`POST /user-courses/enroll/${courseId}`)
  const form = new FormData()
  form.set('submissionType', 'FILE_UPLOAD')
  form.set('notes', record('notes'))
  const fileName = record('fileName', `${mark('file')}.md`)
  form.set(
    'files',
    new File([`# A report\n\n${record('fileContent')}\n`], fileName, { type: 'text/markdown' }),
  )
  await ask(`POST /course/${courseId}/project/draft`, form)
  await ask(`POST /course/${courseId}/project/submit`, {})
  await waitUntil(
    async () => (await ask(`GET /course/${courseId}/project/submission`)).data.status === 'NEEDS_REVISION',
  )
  await ask(`POST /course/${courseId}/project/submission/appeal`, { reason: record('appeal') })
  const waiting = (await asAdmin('GET /admin/submissions')).data[0]
  await asAdmin(`POST /admin/submissions/${waiting.id}/decision`, {
    decision: 'NEEDS_REVISION',
    reason: record('judgement'),
  })
  const repositoryUrl = record('repository', `https://github.com/${mark('repo')}/jar`)
  await ask(`POST /course/${courseId}/project/draft`, {
    submissionType: 'GITHUB_REPO',
    repositoryUrl,
    notes: 'Again.',
  })
}

/** Plays a friend battle with a stake, which the learner forfeits. */
async function loseToFriend(
  service: Calls & { url: string },
  learner: TestUser,
  friend: TestUser,
): Promise<void> {
  const token = learner.accessToken
  const { roomCode, roomId } = (
    await expectSuccess(service.call('POST /quiz-battles/rooms', { token, body: { stakeAmount: 0 } }))
  ).data
  await expectSuccess(
    service.call(`POST /quiz-battles/rooms/${roomCode}/join`, { token: friend.accessToken }),
  )
  const [one, other] = [await openSocket(service.url, learner), await openSocket(service.url, friend)]
  for (const socket of [one, other]) socket.send('battle.ready', { roomId })
  const { data } = await one.next('battle.question', 30)
  one.send('battle.answer', { questionId: data.questionId, selectedOption: 1 })
  await one.next('battle.answered')
  one.send('battle.forfeit', { roomId })
  await other.next('battle.end', 30)
  one.close()
  other.close()
}

/** Links one wallet and requests a challenge for another. */
async function linkWallets(ask: Ask, record: RecordWord): Promise<void> {
  const [linked, asked] = [createKeyWallet(), createKeyWallet()]
  record('linkedWallet', linked.address.toLowerCase())
  record('askedWallet', asked.address.toLowerCase())
  const { message } = (await ask(`GET /blockchain/link-wallet/nonce?address=${linked.address}`)).data
  const signature = await linked.signMessage(message)
  await ask('POST /blockchain/link-wallet', { walletAddress: linked.address, message, signature })
  await ask(`GET /blockchain/link-wallet/nonce?address=${asked.address}`)
}

/** Buys tokens by bank transfer, and sells some to a phone and some to a bank account. */
async function buyAndSell(ask: Ask, record: RecordWord): Promise<void> {
  const phoneNumber = `+254${record('phone', '712983471')}`
  const bought = await buy(ask, phoneNumber)
  await fetch(`${bought.paymentUrl}/paid`, { method: 'POST', redirect: 'manual' })
  await untilCompleted(ask, bought.orderId)
  const first = await sell(ask, 'KES', { paymentMethod: 'MPESA', recipientPhoneNumber: phoneNumber })
  const bank = {
    bankCode: '058',
    accountNumber: record('accountNumber', '8150937426'),
    accountName: record('accountName'),
  }
  const second = await sell(ask, 'NGN', { paymentMethod: 'BANK_TRANSFER', ...bank })
  for (const orderId of [first, second]) await untilCompleted(ask, orderId)
  await ask('POST /payment/off-ramp/quote', SALE)
}

const SALE = { cryptoAmount: 2, cryptoCurrency: 'CHAIN_USDT', fiatCurrency: 'KES' }

async function buy(ask: Ask, phoneNumber: string): Promise<{ orderId: string; paymentUrl: string }> {
  const wanted = { fiatAmount: 1300, fiatCurrency: 'KES', cryptoCurrency: 'CHAIN_USDT' }
  const { quoteId } = (await ask('POST /payment/on-ramp/quote', wanted)).data
  const body = { quoteId, paymentMethod: 'BANK_TRANSFER', phoneNumber }
  return (await ask('POST /payment/on-ramp/initiate', body)).data
}

async function sell(ask: Ask, fiatCurrency: string, recipient: object): Promise<string> {
  const { quoteId } = (await ask('POST /payment/off-ramp/quote', { ...SALE, fiatCurrency })).data
  const body = { quoteId, ...recipient, walletPin: PIN }
  return (await ask('POST /payment/off-ramp/initiate', body)).data.orderId
}

async function untilCompleted(ask: Ask, orderId: string): Promise<void> {
  await waitUntil(async () => (await ask(`GET /payment/orders/${orderId}`)).data.status === 'COMPLETED')
}

/** Sends store events with more personal data than necessary; one event has an unknown type. */
async function subscribe(service: Calls, learner: TestUser, record: RecordWord): Promise<void> {
  for (const type of ['INITIAL_PURCHASE', 'SOMETHING_NEW']) {
    const body = {
      api_version: '1.0',
      event: {
        id: crypto.randomUUID(),
        type,
        event_timestamp_ms: Date.now(),
        app_user_id: learner.id,
        environment: 'PRODUCTION',
        product_id: 'premium_monthly',
        original_transaction_id: record('storePurchase'),
        store: 'APP_STORE',
        period_type: 'NORMAL',
        entitlement_ids: ['premium'],
        purchased_at_ms: Date.now(),
        expiration_at_ms: Date.now() + 30 * 86_400_000,
        subscriber_attributes: {
          $email: { value: learner.email },
          $displayName: { value: record('displayName') },
        },
      },
    }
    const headers = webhookCredentials('/webhooks/revenuecat', JSON.stringify(body))
    await expectSuccess(service.call('POST /webhooks/revenuecat', { body, headers }))
  }
}

/** XP that our contract gave to the linked wallet. */
async function sendRewardEvent(
  service: Calls,
  userAddress: string,
  { XpToken: contractAddress }: Record<string, string>,
): Promise<void> {
  const body = {
    ...CONTRACT_EVENT_EXAMPLE,
    contractAddress,
    eventType: 'XP_REWARDED',
    transactionHash: `0x${randomBytes(32).toString('hex')}`,
    data: { userAddress, amount: String(7n * 10n ** 18n) },
  }
  const headers = webhookCredentials('/webhook/contract-events', JSON.stringify(body))
  await expectSuccess(service.call('POST /webhook/contract-events', { body, headers }))
}

function browserKeys() {
  const key = createECDH('prime256v1')
  key.generateKeys()
  return { p256dh: key.getPublicKey().toString('base64url'), auth: randomBytes(16).toString('base64url') }
}
