import { afterAll, beforeAll, expect, test } from 'bun:test'
import { rewardUser } from '../src/modules/ledger/public/reward-user.ts'
import { now } from '../src/platform/clock.ts'
import type { UserId } from '../src/platform/ids.ts'
import { reactionTable } from '../src/platform/transaction/reactions.ts'
import { createWrite } from '../src/platform/transaction/write.ts'
import type { TestUser } from './harness/api-client.ts'
import { type Schema, schemaViolations, undescribedFields } from './harness/operations/schema.ts'
import { startTestService, type TestService } from './harness/service.ts'
import { openSocket, type TestSocket } from './harness/socket.ts'
import { waitUntil } from './harness/wait-until.ts'

interface AsyncApiDocument {
  asyncapi: string
  operations: Record<string, { action: string }>
  components: { messages: Record<string, { payload: Schema }> }
}

let service: TestService
let document: AsyncApiDocument
const sockets: TestSocket[] = []
beforeAll(async () => {
  service = await startTestService({ DEMO_CONTENT: 'on' })
  document = (await service.call('GET //asyncapi.json')).body
})
afterAll(async () => {
  for (const socket of sockets) socket.close()
  await service.stop()
})

async function connect({ accessToken }: TestUser): Promise<TestSocket> {
  const socket = await openSocket(service.url, { accessToken })
  sockets.push(socket)
  return socket
}

/** Answers questions as long as there are any, or up to a given one. */
async function answerQuestions(socket: TestSocket, count: number): Promise<void> {
  for (let answered = 0; answered < count; answered++) {
    const { data, roomId } = await socket.next('battle.question', 40)
    socket.send('battle.answer', { questionId: data.questionId, selectedOption: 0 }, roomId)
  }
}

/** A user whose stake finds no opponent, so that the ticket times out. */
async function waitForQueueTimeout(): Promise<void> {
  const user = await service.register()
  const grant = {
    userId: user.id as UserId,
    xp: 0,
    gems: 9,
    source: `test:${user.id}`,
    reason: 'test',
    now: now(),
  }
  await createWrite(service.test.database, reactionTable([]), () => {})((tx) => rewardUser(tx, grant))
  const socket = await connect(user)
  socket.send('queue.join', { stakeAmount: 9 })
  await socket.next('queue.timeout', 60)
}

test('every frame of a battle and its notifications conforms to the AsyncAPI document, and every documented frame occurs', async () => {
  expect(document.asyncapi).toBe('3.0.0')
  const waiting = waitForQueueTimeout()
  const [ada, bob] = [await service.register(), await service.register()]
  const [one, first] = [await connect(ada), await connect(bob)]
  for (const socket of [one, first]) socket.send('queue.join')
  const [matched] = await Promise.all([one.next('queue.matched', 30), first.next('queue.matched', 30)])
  const { roomId } = matched.data
  for (const socket of [one, first]) socket.send('battle.ready')
  const winning = answerQuestions(one, 5)
  await answerQuestions(first, 2)
  const { seq } = await first.next('battle.answered')
  first.close()
  await one.next('battle.opponentLeft', 30)
  const other = await connect(bob)
  other.send('battle.resume', { roomId, lastSeq: seq })
  await one.next('battle.opponentBack', 30)
  await Promise.all([winning, answerQuestions(other, 3)])
  await Promise.all([one.next('battle.end', 40), other.next('battle.end', 40)])
  other.send('battle.rematch', { roomId })
  await one.next('battle.rematchOffered', 30)
  one.send('nonsense')
  one.send('ping', {}, undefined, 'last')
  await one.next('error', 30)
  await one.next('pong', 30)
  await one.next('ack', 30)
  // The notification is stored before it is sent on the same socket.
  await waitUntil(() =>
    [one, other].every(({ frames }) => frames.some(({ type }) => type === 'notification')),
  )
  await waiting

  const seen = new Set<string>()
  for (const frame of sockets.flatMap(({ frames }) => frames)) {
    seen.add(frame.type)
    const { payload } = document.components.messages[frame.type]!
    const violations = [
      ...schemaViolations(document, payload, frame),
      ...undescribedFields(document, payload, frame),
    ]
    expect([frame.type, violations]).toEqual([frame.type, []])
  }
  const described = Object.entries(document.operations)
    .filter(([, { action }]) => action === 'send')
    .map(([name]) => name.replace(/^send\./, ''))
  // Contest frames are tested elsewhere.
  expect(described.filter((type) => !seen.has(type) && !type.startsWith('contest.'))).toEqual([])
})
