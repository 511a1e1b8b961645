import { createHmac, randomBytes } from 'node:crypto'
import type { OrderedLesson } from '../complete-lesson/learners.ts'

const WEBHOOK_SECRET = 'dev-contract-webhook-secret'

/** A visitor who runs one of the scenarios below. */
export interface VirtualUser {
  id: string
  token: string
  /** The next lesson; lessons are completed in order. */
  next: number
}

export interface SoakState {
  port: number
  lessons: OrderedLesson[]
  /** The contest that is live now. */
  contestId(): string
  /** Called for every response, with whether it was allowed and its latency. */
  record(route: string, status: number, milliseconds: number, code: string | undefined): void
}

type Scenario = (state: SoakState, user: VirtualUser) => Promise<void>

/** The scenarios, and how many of a hundred visitors run each. */
export const SCENARIOS: { name: string; weight: number; run: Scenario }[] = [
  { name: 'learns', weight: 55, run: learn },
  { name: 'browses', weight: 22, run: browse },
  { name: 'plays a contest', weight: 8, run: playContest },
  { name: 'buys gems', weight: 5, run: buyGems },
  { name: 'receives a contract event', weight: 10, run: sendContractEvent },
]

export function chooseScenario(random: () => number): Scenario {
  let left = random() * SCENARIOS.reduce((sum, { weight }) => sum + weight, 0)
  for (const { weight, run } of SCENARIOS) {
    left -= weight
    if (left < 0) return run
  }
  return learn
}

async function learn(state: SoakState, user: VirtualUser): Promise<void> {
  const lesson = state.lessons[user.next++ % state.lessons.length]!
  await request(state, user, `GET /course/${lesson.courseId}`)
  await request(state, user, `GET /lesson/${lesson.id}`)
  for (const questionId of lesson.questionIds.slice(0, 2))
    await request(state, user, `POST /user-lessons/${lesson.id}/answers`, { questionId, selectedOption: 1 })
  await request(state, user, `POST /user-lessons/${lesson.id}/complete`, { timeSpentSeconds: 200 })
  await request(state, user, 'GET /user/profile')
}

async function browse(state: SoakState, user: VirtualUser): Promise<void> {
  for (const path of [
    '/leaderboard/weekly',
    '/notifications',
    '/badges/progress/me',
    '/user/ledger',
    '/course',
  ])
    await request(state, user, `GET ${path}`)
}

/** A user who already joined is refused, which is an allowed response. */
async function playContest(state: SoakState, user: VirtualUser): Promise<void> {
  const path = `/user/contests/${state.contestId()}`
  await request(state, user, 'GET /user/contests')
  const joined = await request(state, user, `POST ${path}/join`, {}, [402, 409])
  if (joined.status !== 200) return
  const { body } = await request(state, user, `POST ${path}/start`, undefined, [409])
  const questions: { id: string }[] = body.data?.questions ?? []
  const answers = questions.map(({ id }) => ({ questionId: id, selectedOption: 0 }))
  await request(state, user, `POST ${path}/submit`, { answers }, [409])
}

async function buyGems(state: SoakState, user: VirtualUser): Promise<void> {
  const wanted = { fiatAmount: 1_300, fiatCurrency: 'KES', cryptoCurrency: 'GEMS' }
  const { body: quote } = await request(state, user, 'POST /payment/on-ramp/quote', wanted)
  const order = { quoteId: quote.data?.quoteId, paymentMethod: 'CARD' }
  const { body } = await request(state, user, 'POST /payment/on-ramp/initiate', order)
  if (!body.data) return
  await fetch(`${body.data.paymentUrl}/paid`, { method: 'POST', redirect: 'manual' })
  await request(state, user, `GET /payment/orders/${body.data.orderId}`)
}

async function sendContractEvent(state: SoakState, user: VirtualUser): Promise<void> {
  const event = {
    eventType: 'XP_REWARDED',
    contractAddress: `0x${'11'.repeat(20)}`,
    transactionHash: `0x${randomBytes(32).toString('hex')}`,
    blockNumber: 123,
    logIndex: 7,
    data: { userAddress: walletOf(user), amount: `5${'0'.repeat(18)}` },
  }
  const headers = {
    'x-event-id': crypto.randomUUID(),
    'x-webhook-timestamp': String(Math.floor(Date.now() / 1000)),
    'x-webhook-signature': createHmac('sha256', WEBHOOK_SECRET).update(JSON.stringify(event)).digest('hex'),
  }
  await request(state, user, 'POST /webhook/contract-events', event, [], headers)
}

/** The address of the wallet that is linked to the user before the run. */
export function walletOf({ id }: { id: string }): string {
  return `0x${id.replaceAll('-', '').padStart(40, '0')}`
}

interface ScenarioResponse {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: responses have many shapes.
  body: any
}

async function request(
  state: SoakState,
  { token }: VirtualUser,
  route: string,
  body?: object,
  allowedStatuses: number[] = [],
  headers: Record<string, string> = {},
): Promise<ScenarioResponse> {
  const [method, path] = route.split(' ') as [string, string]
  const started = performance.now()
  const response = await fetch(`http://127.0.0.1:${state.port}/api/v2${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  }).catch(() => undefined)
  const answer = response && (await response.json().catch(() => ({})))
  const status = response?.status ?? 0
  const isAllowed = (status >= 200 && status < 300) || allowedStatuses.includes(status)
  const name = `${method} ${path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id')}`
  state.record(name, isAllowed ? 200 : status, performance.now() - started, answer?.error?.code)
  return { status, body: answer ?? {} }
}
