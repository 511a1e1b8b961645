import { createHmac, randomBytes } from 'node:crypto'
import type { OrderedLesson } from '../complete/learners.ts'

const WEBHOOK_SECRET = 'dev-contract-webhook-secret'

/** Somebody who comes by, does one of the things below, and goes. */
export interface Visitor {
  id: string
  token: string
  /** Lessons are done in their order; the next one. */
  next: number
}

export interface Town {
  port: number
  lessons: OrderedLesson[]
  /** The contest that is live now. */
  contestId(): string
  /** Every answer: whether it was one that may come, and how long it took. */
  note(route: string, status: number, milliseconds: number, code: string | undefined): void
}

type Visit = (town: Town, visitor: Visitor) => Promise<void>

/** What people do, and how often of a hundred. */
export const VISITS: { name: string; weight: number; go: Visit }[] = [
  { name: 'learns', weight: 55, go: learn },
  { name: 'looks around', weight: 22, go: lookAround },
  { name: 'plays a contest', weight: 8, go: playContest },
  { name: 'buys gems', weight: 5, go: buyGems },
  { name: 'is told of by a contract', weight: 10, go: hearContract },
]

export function chooseVisit(random: () => number): Visit {
  let left = random() * VISITS.reduce((sum, { weight }) => sum + weight, 0)
  for (const { weight, go } of VISITS) {
    left -= weight
    if (left < 0) return go
  }
  return learn
}

async function learn(town: Town, visitor: Visitor): Promise<void> {
  const lesson = town.lessons[visitor.next++ % town.lessons.length]!
  await ask(town, visitor, `GET /course/${lesson.courseId}`)
  await ask(town, visitor, `GET /lesson/${lesson.id}`)
  for (const questionId of lesson.questionIds.slice(0, 2))
    await ask(town, visitor, `POST /user-lessons/${lesson.id}/answers`, { questionId, selectedOption: 1 })
  await ask(town, visitor, `POST /user-lessons/${lesson.id}/complete`, { timeSpentSeconds: 200 })
  await ask(town, visitor, 'GET /user/profile')
}

async function lookAround(town: Town, visitor: Visitor): Promise<void> {
  for (const path of [
    '/leaderboard/weekly',
    '/notifications',
    '/badges/progress/me',
    '/user/ledger',
    '/course',
  ])
    await ask(town, visitor, `GET ${path}`)
}

/** Who was there before is refused, and that is an answer as good as any. */
async function playContest(town: Town, visitor: Visitor): Promise<void> {
  const path = `/user/contests/${town.contestId()}`
  await ask(town, visitor, 'GET /user/contests')
  const joined = await ask(town, visitor, `POST ${path}/join`, {}, [402, 409])
  if (joined.status !== 200) return
  const { body } = await ask(town, visitor, `POST ${path}/start`, undefined, [409])
  const questions: { id: string }[] = body.data?.questions ?? []
  const answers = questions.map(({ id }) => ({ questionId: id, selectedOption: 0 }))
  await ask(town, visitor, `POST ${path}/submit`, { answers }, [409])
}

async function buyGems(town: Town, visitor: Visitor): Promise<void> {
  const wanted = { fiatAmount: 1_300, fiatCurrency: 'KES', cryptoCurrency: 'GEMS' }
  const { body: quote } = await ask(town, visitor, 'POST /payment/on-ramp/quote', wanted)
  const order = { quoteId: quote.data?.quoteId, paymentMethod: 'CARD' }
  const { body } = await ask(town, visitor, 'POST /payment/on-ramp/initiate', order)
  if (!body.data) return
  await fetch(`${body.data.paymentUrl}/paid`, { method: 'POST', redirect: 'manual' })
  await ask(town, visitor, `GET /payment/orders/${body.data.orderId}`)
}

async function hearContract(town: Town, visitor: Visitor): Promise<void> {
  const event = {
    eventType: 'XP_REWARDED',
    contractAddress: `0x${'11'.repeat(20)}`,
    transactionHash: `0x${randomBytes(32).toString('hex')}`,
    blockNumber: 123,
    logIndex: 7,
    data: { userAddress: walletOf(visitor), amount: `5${'0'.repeat(18)}` },
  }
  const headers = {
    'x-event-id': crypto.randomUUID(),
    'x-webhook-timestamp': String(Math.floor(Date.now() / 1000)),
    'x-webhook-signature': createHmac('sha256', WEBHOOK_SECRET).update(JSON.stringify(event)).digest('hex'),
  }
  await ask(town, visitor, 'POST /webhook/contract-events', event, [], headers)
}

/** Linked beforehand, one for each. */
export function walletOf({ id }: { id: string }): string {
  return `0x${id.replaceAll('-', '').padStart(40, '0')}`
}

interface Asked {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape.
  body: any
}

async function ask(
  town: Town,
  { token }: Visitor,
  route: string,
  body?: object,
  mayBe: number[] = [],
  headers: Record<string, string> = {},
): Promise<Asked> {
  const [method, path] = route.split(' ') as [string, string]
  const started = performance.now()
  const response = await fetch(`http://127.0.0.1:${town.port}/api/v2${path}`, {
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
  const isGood = (status >= 200 && status < 300) || mayBe.includes(status)
  const name = `${method} ${path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id')}`
  town.note(name, isGood ? 200 : status, performance.now() - started, answer?.error?.code)
  return { status, body: answer ?? {} }
}
