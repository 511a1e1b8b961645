import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { battleMetrics } from '../../src/modules/battle-records/metrics.ts'
import { lockOpenRooms, type ProcessId } from '../../src/modules/battle-records/public/rooms.ts'
import type { RoomId } from '../../src/modules/battle-records/public/ticket.ts'
import { settleBattle } from '../../src/modules/battle-results/public/settle-battles.ts'
import { now } from '../../src/platform/clock.ts'
import { newId, type SessionId } from '../../src/platform/ids.ts'
import { waitUntil } from '../harness/wait-until.ts'
import {
  type BattleProcess,
  type BattleTestbed,
  createBattleTestbed,
  RIGHT,
  startBattleOfTwo,
} from './battle-testbed.ts'

let testbed: BattleTestbed
beforeAll(async () => {
  testbed = await createBattleTestbed()
})
afterEach(() => testbed.stopProcesses())
afterAll(() => testbed.stopSettled())

/** Expires the lease of a process that still runs. */
async function declareDead(process: BattleProcess): Promise<void> {
  await testbed.database.query`
    update battle_process set lease_expires_at = clock_timestamp() - interval '1 hour'
    where id = ${process.rooms.registry.processId}`
}

const SLOW = { questionMs: 30_000, heartbeatMs: 100 }
/** No heartbeat during a test, so that only `declareDead` ends the lease. */
const NO_HEARTBEAT = { heartbeatMs: 60_000, leaseMs: 60_000 }

describe('process shutdown', () => {
  test('a battle continues on another process after its host stops', async () => {
    const [first, second] = [await testbed.openProcess(SLOW), await testbed.openProcess(SLOW)]
    const { ada, bob, one, other, roomId } = await startBattleOfTwo(testbed, first, second, 15)
    const asked = await one.next('battle.question')
    await other.next('battle.question')
    const answer = { questionId: asked.data.questionId, selectedOption: asked.data.options.indexOf(RIGHT) }
    one.send('battle.answer', answer, roomId)
    await one.next('battle.answered')
    const seen = one.frames.at(-1)!.seq
    await first.stop()
    expect((await one.waitUntilClosed()).code).toBe(1001)

    const back = await second.connect(ada)
    back.send('battle.resume', { roomId, lastSeq: seen })
    // The question is sent again with a later end; the given answer stays.
    const again = await back.next('battle.question')
    expect(again.data.questionId).toBe(asked.data.questionId)
    back.send('battle.answer', answer, roomId)
    expect((await back.next('error')).data.code).toBe('ALREADY_ANSWERED')
    other.send('battle.answer', { ...answer, selectedOption: (answer.selectedOption + 1) % 4 }, roomId)
    const result = await back.next('battle.roundResult')
    expect(result.data.yourPoints).toBeGreaterThan(500)
    for (let index = 1; index < 5; index++) {
      const { data } = await back.next('battle.question')
      const right = data.options.indexOf(RIGHT)
      back.send('battle.answer', { questionId: data.questionId, selectedOption: right }, roomId)
      other.send('battle.answer', { questionId: data.questionId, selectedOption: (right + 1) % 4 }, roomId)
    }
    expect((await back.next('battle.end')).data).toMatchObject({ result: 'WIN', gemsDelta: 15 })
    const sentSeqs = other.frames.filter(({ seq }) => seq > 0).map(({ seq }) => seq)
    expect(sentSeqs).toEqual(sentSeqs.map((_, index) => index + 1))
    expect([await testbed.gemsOf(ada), await testbed.gemsOf(bob)]).toEqual([30, 0])
  })

  test('users who join while their process stops are paired or leave the queue in another process, without a loss', async () => {
    const shortTimeouts = { ...SLOW, queueTimeoutMs: 600, readyTimeoutMs: 300 }
    const first = await testbed.openProcess(shortTimeouts)
    const users = await testbed.addUsers(4, 20)
    // Battles are released before the server waits for requests in progress; these joins come after that.
    const { joinBatcher, matchmaker } = first.matchmaking
    await first.matchmaking.stop()
    const stakes = [15n, 15n, 7n, 0n]
    await Promise.all(
      users.map((userId, index) => {
        const sessionId = newId() as unknown as SessionId
        return joinBatcher.join({ userId, sessionId, topicId: null, stake: stakes[index]!, now: now() })
      }),
    )
    matchmaker.wake()
    await first.stop()
    expect(await testbed.escrowed()).toBe(0)

    await testbed.openProcess(shortTimeouts)
    const live = () => testbed.database.query`select from battle_entry where is_live`
    await waitUntil(async () => (await live()).length === 0)
    expect(await Promise.all(users.map((userId) => testbed.gemsOf(userId)))).toEqual([20, 20, 20, 20])
    expect(await testbed.escrowed()).toBe(0)
    expect(await battleMetrics.read(testbed.database.query)).toMatchObject({
      lyceum_battles_queued: 0,
      lyceum_battles_open: { values: { WAITING: 0, IN_PROGRESS: 0 } },
    })
  })

  test('a battle continues on a process that starts after its host has stopped', async () => {
    const first = await testbed.openProcess(SLOW)
    const { ada, bob, one, roomId } = await startBattleOfTwo(testbed, first, first, 15)
    await one.next('battle.question')
    await first.stop()
    const second = await testbed.openProcess(SLOW)
    const [mine, theirs] = [await second.connect(ada), await second.connect(bob)]
    for (const socket of [mine, theirs]) {
      expect((await socket.next('queue.matched')).data.roomId).toBe(roomId)
      socket.send('battle.resume', { roomId })
    }
    const again = await Promise.all([mine, theirs].map((socket) => socket.next('battle.question')))
    expect(again.map(({ data }) => data.index)).toEqual([0, 0])
    // The first question is sent twice: with its old and with its new end.
    await Promise.all([mine, theirs].map((socket) => socket.next('battle.question')))
    mine.send('battle.forfeit', {}, roomId)
    expect((await theirs.next('battle.end')).data).toMatchObject({
      result: 'WIN',
      reason: 'FORFEIT',
      gemsDelta: 15,
    })
  })
})

describe('idle processes', () => {
  const IDLE = {
    ...SLOW,
    idleAfterMs: 2_000,
    idleHeartbeatMs: 3_600_000,
    idleLeaseMs: 3_600_000,
  }
  const leaseSeconds = async ({ rooms }: BattleProcess) => {
    const [row] = await testbed.database.query<{ seconds: number }>`
      select extract(epoch from lease_expires_at - clock_timestamp())::double precision as seconds
      from battle_process where id = ${rooms.registry.processId}`
    return row!.seconds
  }

  test('a process without open rooms rests with a long lease, and shortens it before it hosts a room', async () => {
    const process = await testbed.openProcess(IDLE)
    expect(await leaseSeconds(process)).toBeLessThan(60)
    await waitUntil(async () => (await leaseSeconds(process)) > 1_800)
    const { one, other, roomId } = await startBattleOfTwo(testbed, process, process, 15)
    expect(process.rooms.registry.local(roomId as RoomId)).toBeDefined()
    expect(await leaseSeconds(process)).toBeLessThan(60)
    await Promise.all([one.next('battle.question'), other.next('battle.question')])
    one.send('battle.forfeit', {}, roomId)
    await other.next('battle.end')
    await waitUntil(async () => (await leaseSeconds(process)) > 1_800)
  })

  test('a join wakes a matchmaker that rests because nobody is queued: the ticket expires in time', async () => {
    const process = await testbed.openProcess({
      ...IDLE,
      idleMatchIntervalMs: 3_600_000,
      queueTimeoutMs: 500,
    })
    // Long after the first poll of the queue.
    await waitUntil(async () => (await leaseSeconds(process)) > 1_800)
    const socket = await process.connect(await testbed.addUser())
    socket.send('queue.join')
    expect((await socket.next('queue.matched')).data.opponent.isBot).toBe(true)
  })

  test('a room that opens wakes idle processes, which take it over when its host dies', async () => {
    const [first, second] = [await testbed.openProcess(IDLE), await testbed.openProcess(IDLE)]
    await waitUntil(async () => (await leaseSeconds(first)) > 1_800 && (await leaseSeconds(second)) > 1_800)
    const { one, other, roomId } = await startBattleOfTwo(testbed, first, first, 15)
    await Promise.all([one.next('battle.question'), other.next('battle.question')])
    await waitUntil(async () => {
      await declareDead(first)
      return second.rooms.registry.local(roomId as RoomId) !== undefined
    })
    // A command to a host that does not know yet that it lost the room is dropped.
    await waitUntil(() => first.rooms.registry.local(roomId as RoomId) === undefined)
    one.send('battle.forfeit', {}, roomId)
    expect((await other.next('battle.end')).data).toMatchObject({ result: 'WIN', reason: 'FORFEIT' })
  })
})

describe('expired leases', () => {
  test('a process with an expired lease loses its battle, and its players continue without an action', async () => {
    const [first, second] = [
      await testbed.openProcess({ ...SLOW, heartbeatMs: 1_000 }),
      await testbed.openProcess(SLOW),
    ]
    const { one, other, roomId } = await startBattleOfTwo(testbed, first, second, 15)
    await Promise.all([one.next('battle.question'), other.next('battle.question')])
    await waitUntil(async () => {
      await declareDead(first)
      return second.rooms.registry.local(roomId as RoomId) !== undefined
    })
    const [mine] = await Promise.all([one.next('battle.question'), other.next('battle.question')])
    expect(mine.data.index).toBe(0)
    await waitUntil(() => first.rooms.registry.local(roomId as RoomId) === undefined)
    expect(second.rooms.registry.local(roomId as RoomId)).toBeDefined()
    const right = mine.data.options.indexOf(RIGHT)
    one.send('battle.answer', { questionId: mine.data.questionId, selectedOption: right }, roomId)
    other.send('battle.answer', { questionId: mine.data.questionId, selectedOption: (right + 1) % 4 }, roomId)
    await one.next('battle.roundResult')
    for (let index = 1; index < 5; index++) {
      for (const socket of [one, other]) {
        const { data } = await socket.next('battle.question')
        const option = data.options.indexOf(RIGHT)
        const selectedOption = socket === one ? option : (option + 1) % 4
        socket.send('battle.answer', { questionId: data.questionId, selectedOption }, roomId)
      }
    }
    expect((await one.next('battle.end')).data).toMatchObject({ result: 'WIN', gemsDelta: 15 })
    for (const socket of [one, other]) {
      const sentSeqs = socket.frames.filter(({ seq }) => seq > 0).map(({ seq }) => seq)
      expect(sentSeqs).toEqual(sentSeqs.map((_, index) => index + 1))
    }
  })

  test('a battle is settled once and only by its current host', async () => {
    const [first, second] = [
      await testbed.openProcess({ ...SLOW, ...NO_HEARTBEAT }),
      await testbed.openProcess(SLOW),
    ]
    const { ada, bob, one, other, roomId } = await startBattleOfTwo(testbed, first, first, 15)
    await one.next('battle.question')
    const settle = (hostProcessId: ProcessId) =>
      testbed.write((tx) =>
        settleBattle(tx, {
          roomId: roomId as RoomId,
          hostProcessId,
          outcome: {
            reason: 'FORFEIT',
            state: 'FINISHED',
            winner: 0,
            at: now().getTime(),
            seats: [
              {
                result: 'WIN',
                score: 900,
                correctCount: 1,
                fastAnswers: 0,
                missedQuestionIds: [],
                answers: [],
              },
              {
                result: 'LOSS',
                score: 0,
                correctCount: 0,
                fastAnswers: 0,
                missedQuestionIds: [],
                answers: [],
              },
            ],
          },
          wasPlayed: true,
          xpCap: 100,
          now: now(),
        }),
      )
    await declareDead(first)
    await waitUntil(() => second.rooms.registry.local(roomId as RoomId) !== undefined)
    expect(await settle(first.rooms.registry.processId)).toBeUndefined()
    expect(await testbed.escrowed()).toBe(30)
    // One of twenty concurrent settlements succeeds.
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => settle(second.rooms.registry.processId)),
    )
    expect(outcomes.filter(Boolean)).toHaveLength(1)
    expect([await testbed.gemsOf(ada), await testbed.gemsOf(bob)]).toEqual([30, 0])
    expect(await testbed.xpOf(ada)).toBe(20)
    one.close()
    other.close()
  })

  test('a battle interrupted for too long is cancelled and refunded', async () => {
    const first = await testbed.openProcess(SLOW)
    const { ada, bob, one, roomId } = await startBattleOfTwo(testbed, first, first, 15)
    await one.next('battle.question')
    await first.stop()
    // Makes the journal 15 minutes older.
    await testbed.database.query`
      update battle_journal_page set inputs = (
        select jsonb_agg(jsonb_set(input, '{at}', to_jsonb(((input ->> 'at')::bigint - 900000)))) from jsonb_array_elements(inputs) as input
      ) where room_id = ${roomId}`
    const second = await testbed.openProcess(SLOW)
    await waitUntil(async () => {
      const { body } = await second.call(`GET /quiz-battles/${roomId}`, ada)
      return body.data.status === 'CANCELLED'
    })
    expect([await testbed.gemsOf(ada), await testbed.gemsOf(bob)]).toEqual([15, 15])
    expect(await testbed.xpOf(ada)).toBe(0)
    // The battle was started, so it emits an event and is part of the history.
    const finished = testbed.events.find(({ data }) => (data as { roomId: string }).roomId === roomId)
    expect(finished?.data).toMatchObject({
      reason: 'CANCELLED',
      players: [{ gemsDelta: 0 }, { gemsDelta: 0 }],
    })
    const { body } = await second.call('GET /quiz-battles/history', ada)
    expect(body.data[0]).toMatchObject({ roomId, status: 'CANCELLED', result: 'DRAW', gemsDelta: 0 })
  })
})

test('players receive battle.end when the response of the settlement commit is lost', async () => {
  const first = await testbed.openProcess(SLOW)
  const { one, other, roomId } = await startBattleOfTwo(testbed, first, first, 15)
  await Promise.all([one.next('battle.question'), other.next('battle.question')])
  const isWritten = async () => {
    const rows = await testbed.database.query`
      select 1 from battle_journal_page where room_id = ${roomId} and inputs @> '[{"type": "forfeit"}]'`
    return rows.length === 1
  }
  // Simulates a connection lost between the commit and its response.
  await testbed.write(async (tx) => {
    await lockOpenRooms(tx, [roomId as RoomId])
    one.send('battle.forfeit', {}, roomId)
    await waitUntil(isWritten)
    const seats = [
      { result: 'LOSS', score: 0, correctCount: 0, fastAnswers: 0, missedQuestionIds: [], answers: [] },
      { result: 'WIN', score: 0, correctCount: 0, fastAnswers: 0, missedQuestionIds: [], answers: [] },
    ] as const
    await settleBattle(tx, {
      roomId: roomId as RoomId,
      hostProcessId: first.rooms.registry.processId,
      outcome: { reason: 'FORFEIT', state: 'FINISHED', winner: 1, at: now().getTime(), seats },
      wasPlayed: true,
      xpCap: 100,
      now: now(),
    })
  })
  expect((await other.next('battle.end')).data).toMatchObject({ result: 'WIN', gemsDelta: 15, xpEarned: 0 })
  expect((await one.next('battle.end')).data).toMatchObject({ result: 'LOSS', gemsDelta: -15, xpEarned: 0 })
  for (const socket of [one, other]) {
    const sentSeqs = socket.frames.filter(({ seq }) => seq > 0).map(({ seq }) => seq)
    expect(sentSeqs).toEqual(sentSeqs.map((_, index) => index + 1))
  }
})

test('one of five processes claims an orphaned room', async () => {
  const first = await testbed.openProcess({ ...SLOW, ...NO_HEARTBEAT })
  const { one, roomId } = await startBattleOfTwo(testbed, first, first, 0)
  await one.next('battle.question')
  const others = await Promise.all(
    Array.from({ length: 5 }, () => testbed.openProcess({ ...SLOW, ...NO_HEARTBEAT })),
  )
  await declareDead(first)
  const userId = (
    await testbed.database.query<{ id: string }>`
    select user_id as id from battle_entry where room_id = ${roomId} and seat = 0`
  )[0]!.id
  const found = await Promise.all(
    others.flatMap(({ rooms }) =>
      [1, 2].map(() =>
        rooms.registry
          .locate(roomId as RoomId, userId as never)
          .then((room) => room && !('hostedBy' in room)),
      ),
    ),
  )
  expect(found.filter(Boolean)).toHaveLength(2)
  const hosts = others.filter(({ rooms }) => rooms.registry.local(roomId as RoomId))
  expect(hosts).toHaveLength(1)
  const pages = await testbed.database.query<{ type: string }>`
    select input ->> 'type' as type from battle_journal_page, jsonb_array_elements(inputs) as input
    where room_id = ${roomId} and input ->> 'type' = 'interrupted'`
  expect(pages).toHaveLength(1)
})
