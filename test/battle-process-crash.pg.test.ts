import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { BattleRules } from '../src/modules/battle-game/public/rules.ts'
import { auditLedger } from '../src/modules/ledger/public/audit-ledger.ts'
import { rewardUser } from '../src/modules/ledger/public/reward-user.ts'
import { importQuestions, importTopics } from '../src/modules/questions/question-testbed.ts'
import { now } from '../src/platform/clock.ts'
import type { UserId } from '../src/platform/ids.ts'
import { reactionTable } from '../src/platform/transaction/reactions.ts'
import { createWrite, type Write } from '../src/platform/transaction/write.ts'
import type { TestUser } from './harness/api-client.ts'
import { createTestDatabase, type TestDatabase } from './harness/database.ts'
import { type ServiceProcess, spawnService } from './harness/processes/service-process.ts'
import { reportMeasurement } from './harness/report-measurement.ts'
import { openSocket, type TestSocket } from './harness/socket.ts'
import { waitUntil } from './harness/wait-until.ts'

const PROGRAM = join(import.meta.dir, 'harness/processes/battle-process.ts')
const STAKE = 40
/** Shorter than the durations for people. */
const FAST_RULES = { countdownMs: 200, revealMs: 200 }

let database: TestDatabase
let write: Write
const running = new Set<ServiceProcess>()
beforeAll(async () => {
  database = await createTestDatabase()
  write = createWrite(database.database, reactionTable([]), () => {})
  const { ids } = await write((tx) => importTopics(tx, [{ key: 'one', title: 'One' }]))
  const questions = Array.from({ length: 8 }, (_, index) => ({
    key: `topic:one/${index}`,
    topicKey: 'one',
    use: 'CHALLENGE' as const,
    difficulty: 'EASY' as const,
    prompt: `Which is right, of ${index}?`,
    right: 'right',
    wrong: ['wrong 1', 'wrong 2', 'wrong 3'],
    explanation: 'Because it is.',
  }))
  await write((tx) => importQuestions(tx, { questions, topicIds: ids, now: now() }))
})
afterEach(async () => {
  await Promise.all([...running].map((process) => process.kill('SIGTERM')))
  running.clear()
})
afterAll(() => database.drop())

async function start(rules: Partial<BattleRules> = {}): Promise<ServiceProcess> {
  const environment = { DATABASE_URL: database.url, LYCEUM_ENV: 'test' }
  const process = await spawnService(environment, JSON.stringify({ ...FAST_RULES, ...rules }), PROGRAM)
  running.add(process)
  return process
}

async function kill(process: ServiceProcess): Promise<void> {
  running.delete(process)
  await process.kill('SIGKILL')
}

interface Player extends TestUser {
  socket: TestSocket
}

/**
 * Two users with a stake each on two processes. The first process hosts the battle, and the first question is
 * sent.
 */
async function meet(first: ServiceProcess, second: ServiceProcess) {
  const users = [await first.register(), await first.register()] as const
  for (const { id } of users) {
    const grant = {
      userId: id as UserId,
      xp: 0,
      gems: STAKE,
      source: `test:${id}`,
      reason: 'test',
      now: now(),
    }
    await write((tx) => rewardUser(tx, grant))
  }
  const created = await first.call('POST /quiz-battles/rooms', {
    token: users[0].accessToken,
    body: { stakeAmount: STAKE },
  })
  const { roomId, roomCode } = created.body.data as { roomId: string; roomCode: string }
  const joined = await second.call(`POST /quiz-battles/rooms/${roomCode}/join`, {
    token: users[1].accessToken,
  })
  expect(joined.status).toBe(200)
  const ada: Player = { ...users[0], socket: await openSocket(first.url, users[0]) }
  const bob: Player = { ...users[1], socket: await openSocket(second.url, users[1]) }
  ada.socket.send('battle.ready', { roomId })
  await waitUntil(async () => (await room(roomId)).host_process_id !== null)
  bob.socket.send('battle.ready', { roomId })
  const question = await ada.socket.next('battle.question')
  await bob.socket.next('battle.question')
  return { ada, bob, roomId, asked: question }
}

async function room(roomId: string) {
  const [row] = await database.database.query<{
    host_process_id: string | null
    state: string
    reason: string
  }>`select host_process_id, state, reason from battle_room where id = ${roomId}`
  return row!
}

async function gemsOf({ id }: TestUser): Promise<number> {
  const [row] = await database.database.query<{ balance: bigint }>`
    select balance from ledger_balance where account = ${`user:${id}`} and asset = 'GEM'`
  return Number(row?.balance ?? 0n)
}

const optionOf = (options: string[], isRight: boolean) => {
  const right = options.indexOf('right')
  return isRight ? right : (right + 1) % options.length
}

/** Answers all further questions and returns the end. */
async function playOn({ socket }: Player, roomId: string, isRight: boolean, from: number) {
  for (let index = from; index < 5; index++) {
    const { data } = await socket.next('battle.question', 60)
    const selectedOption = optionOf(data.options, isRight)
    socket.send('battle.answer', { questionId: data.questionId, selectedOption }, roomId)
  }
  return (await socket.next('battle.end', 60)).data
}

async function expectSettledOnce(roomId: string): Promise<void> {
  const settlements = await database.database.query`
    select id from ledger_transfer where source = ${`battle:${roomId}`}`
  expect(settlements).toHaveLength(1)
  const escrowed = await database.database.query`
    select account from ledger_balance where account like 'battle:%' and balance > 0`
  expect(escrowed).toEqual([])
  expect(await auditLedger(database.database)).toMatchObject({ ok: true, faults: [] })
}

test('kill -9 of the host of a battle: another process continues it with every accepted answer', async () => {
  const [first, second] = await Promise.all([start(), start()])
  const { ada, bob, roomId, asked: question } = await meet(first!, second!)
  const answer = {
    questionId: question.data.questionId,
    selectedOption: optionOf(question.data.options, true),
  }
  ada.socket.send('battle.answer', answer, roomId)
  await ada.socket.next('battle.answered')
  await bob.socket.next('battle.answered')
  const seen = ada.socket.frames.at(-1)!.seq
  const killedAt = performance.now()
  await kill(first!)

  await ada.socket.waitUntilClosed()
  ada.socket = await openSocket(second!.url, ada)
  ada.socket.send('battle.resume', { roomId, lastSeq: seen })
  const again = await ada.socket.next('battle.question', 30)
  const pausedMs = performance.now() - killedAt
  reportMeasurement(`kill -9 of a host: the battle continued after ${Math.round(pausedMs)} ms`)
  expect(pausedMs).toBeLessThan(15_000)
  expect(again.data.questionId).toBe(question.data.questionId)
  expect(again.seq).toBe(seen + 1)
  await bob.socket.next('battle.question')
  bob.socket.send(
    'battle.answer',
    { ...answer, selectedOption: optionOf(question.data.options, false) },
    roomId,
  )
  const [won, lost] = await Promise.all([playOn(ada, roomId, true, 1), playOn(bob, roomId, false, 1)])
  expect(won).toMatchObject({ result: 'WIN', reason: 'COMPLETED', gemsDelta: STAKE })
  expect(lost).toMatchObject({ result: 'LOSS', gemsDelta: -STAKE })
  // The answer that was accepted before the crash counts.
  const firstRound = ada.socket.frames.find(({ type }) => type === 'battle.roundResult')!
  expect(firstRound.data.yourPoints).toBeGreaterThan(500)
  const sequenceNumbers = bob.socket.frames.filter(({ seq }) => seq > 0).map(({ seq }) => seq)
  expect(sequenceNumbers).toEqual(sequenceNumbers.map((_, index) => index + 1))
  expect([await gemsOf(ada), await gemsOf(bob)]).toEqual([2 * STAKE, 0])
  await expectSettledOnce(roomId)
})

test('kill -9 of a process that only connects a player: the player is disconnected and reconnects elsewhere', async () => {
  const rules = { heartbeatMs: 300, leaseMs: 4_000, questionMs: 60_000 }
  const [first, second] = await Promise.all([start(rules), start(rules)])
  const { ada, bob, roomId } = await meet(first!, second!)
  await kill(second!)
  await ada.socket.next('battle.opponentLeft')
  const seen = bob.socket.frames.at(-1)!.seq
  bob.socket = await openSocket(first!.url, bob)
  bob.socket.send('battle.resume', { roomId, lastSeq: seen })
  await ada.socket.next('battle.opponentBack')
  ada.socket.send('battle.forfeit', {}, roomId)
  expect((await bob.socket.next('battle.end')).data).toMatchObject({ result: 'WIN', reason: 'FORFEIT' })
  expect([await gemsOf(ada), await gemsOf(bob)]).toEqual([0, 2 * STAKE])
  await expectSettledOnce(roomId)
})

test('kill -9 of all processes: the next start recovers the battle, and both stakes are refunded if no player returns', async () => {
  const rules = { heartbeatMs: 200, leaseMs: 1_500, reconnectGraceMs: 1_500, questionMs: 60_000 }
  const first = await start(rules)
  const { ada, bob, roomId } = await meet(first, first)
  await kill(first)
  await start(rules)
  await waitUntil(async () => ['ABANDONED', 'CANCELLED'].includes((await room(roomId)).state))
  expect([await gemsOf(ada), await gemsOf(bob)]).toEqual([STAKE, STAKE])
  await expectSettledOnce(roomId)
})

test('SIGTERM during a battle: another process takes it over immediately, and no player loses', async () => {
  const [first, second] = await Promise.all([start(), start()])
  const { ada, bob, roomId, asked: question } = await meet(first!, second!)
  const stopping = first!.kill('SIGTERM')
  running.delete(first!)
  expect((await ada.socket.waitUntilClosed()).code).toBe(1001)
  expect(await stopping).toBe(0)
  const seen = ada.socket.frames.at(-1)!.seq
  ada.socket = await openSocket(second!.url, ada)
  ada.socket.send('battle.resume', { roomId, lastSeq: seen })
  const again = await ada.socket.next('battle.question')
  expect(again.data.questionId).toBe(question.data.questionId)
  bob.socket.send('battle.forfeit', {}, roomId)
  expect((await ada.socket.next('battle.end')).data).toMatchObject({ result: 'WIN', gemsDelta: STAKE })
  await expectSettledOnce(roomId)
})
