import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { cancelledOutcome } from '../../src/modules/battle-game/public/outcome.ts'
import type { RoomId } from '../../src/modules/battle-records/public/ticket.ts'
import { settleBattle } from '../../src/modules/battle-results/public/settle-battles.ts'
import { auditLedger } from '../../src/modules/ledger/public/audit-ledger.ts'
import { now } from '../../src/platform/clock.ts'
import { newId } from '../../src/platform/ids.ts'
import { waitUntil } from '../harness/wait-until.ts'
import { type BattleTestbed, createBattleTestbed, startBattleOfTwo } from './battle-testbed.ts'

setDefaultTimeout(60_000)

let testbed: BattleTestbed
beforeAll(async () => {
  testbed = await createBattleTestbed()
})
afterEach(() => testbed.stopProcesses())
afterAll(async () => {
  expect(await auditLedger(testbed.database)).toMatchObject({ ok: true, faults: [] })
  await testbed.stop()
})

const SLOW = { questionMs: 30_000, heartbeatMs: 100 }

describe('a word to a room that is not one’s own', () => {
  for (const [name, isElsewhere] of [
    ['kept here', false],
    ['kept elsewhere', true],
  ] as const) {
    test(`${name} is refused, and takes nobody out of their own battle`, async () => {
      const here = await testbed.openProcess(SLOW)
      const there = isElsewhere ? await testbed.openProcess(SLOW) : here
      const mine = await startBattleOfTwo(testbed, here, here, 0)
      const theirs = await startBattleOfTwo(testbed, there, here, 0)
      for (const roomId of [theirs.roomId, newId()]) {
        mine.one.send('battle.ready', {}, roomId)
        expect((await mine.one.next('error')).data).toMatchObject({ code: 'ROOM_NOT_FOUND' })
      }
      mine.one.close()
      expect((await mine.other.next('battle.opponentLeft')).roomId).toBe(mine.roomId)
      expect(theirs.one.frames.some(({ type }) => type === 'battle.opponentLeft')).toBe(false)
    })
  }

  test('that is over brings what was told there, and the battle that one is in goes on', async () => {
    const here = await testbed.openProcess(SLOW)
    const { one, other, roomId } = await startBattleOfTwo(testbed, here, here, 0)
    other.send('battle.forfeit', {}, roomId)
    await Promise.all([one.next('battle.end'), other.next('battle.end')])
    await one.next('queue.matched')
    one.send('battle.rematch', {}, roomId)
    await other.next('battle.rematchOffered')
    other.send('battle.rematch', {}, roomId)
    const next = (await one.next('queue.matched')).data.roomId
    for (const socket of [one, other]) socket.send('battle.ready', {}, next)
    await one.next('battle.start')
    one.send('battle.resume', { lastSeq: 0 }, roomId)
    await one.next('battle.end')
    await waitUntil(() =>
      one.frames.some(({ type, roomId }) => type === 'battle.question' && roomId === next),
    )
    one.close()
    expect((await other.next('battle.opponentLeft')).roomId).toBe(next)
  })
})

test('who closes a friend’s room in the moment in which it begins has not given the battle up', async () => {
  const here = await testbed.openProcess(SLOW)
  const [ada, bob] = (await testbed.addUsers(2, 30)) as [never, never]
  const { roomId, roomCode } = (await here.call('POST /quiz-battles/rooms', ada, { stakeAmount: 30 })).body
    .data
  await here.call(`POST /quiz-battles/rooms/${roomCode}/join`, bob)
  const [one, other] = [await here.connect(ada), await here.connect(bob)]
  one.send('battle.ready', {}, roomId)
  await waitUntil(
    async () =>
      (await testbed.database.query`select 1 from battle_journal_page where room_id = ${roomId}`).length > 0,
  )

  const leaving = Promise.withResolvers<Promise<{ status: number }>>()
  await testbed.write(async (tx) => {
    await tx`select 1 from battle_room where id = ${roomId} for update`
    leaving.resolve(here.call(`DELETE /quiz-battles/rooms/${roomCode}`, ada))
    await waitUntil(async () => (await waitingFor('select id, topic_id')) > 0)
    other.send('battle.ready', {}, roomId)
    await waitUntil(() => here.rooms.registry.local(roomId)?.hasStarted === true)
  })
  const { status } = await await leaving.promise
  expect(status).toBe(409)
  await one.next('battle.question')
  expect(one.frames.some(({ type }) => type === 'battle.end')).toBe(false)
  one.send('battle.forfeit', {}, roomId)
  await other.next('battle.end')
})

test('a friend who has joined and never connected may close the room that its maker waits in', async () => {
  const here = await testbed.openProcess(SLOW)
  const [ada, bob] = (await testbed.addUsers(2, 30)) as [never, never]
  const { roomId, roomCode } = (await here.call('POST /quiz-battles/rooms', ada, { stakeAmount: 30 })).body
    .data
  const one = await here.connect(ada)
  one.send('battle.ready', {}, roomId)
  await waitUntil(() => here.rooms.registry.local(roomId) !== undefined)
  await here.call(`POST /quiz-battles/rooms/${roomCode}/join`, bob)
  expect((await here.call(`DELETE /quiz-battles/rooms/${roomCode}`, bob)).status).toBe(200)
  expect((await one.next('battle.end')).data).toMatchObject({ reason: 'CANCELLED', gemsDelta: 0 })
  expect([await testbed.gemsOf(ada), await testbed.gemsOf(bob)]).toEqual([30, 30])
})

test('a stranger’s word to a room that nobody keeps yet keeps no player out of it', async () => {
  const here = await testbed.openProcess({ heartbeatMs: 100 })
  const [ada, bob, eve] = (await testbed.addUsers(3, 0)) as [never, never, never]
  const { roomId, roomCode } = (await here.call('POST /quiz-battles/rooms', ada)).body.data
  await here.call(`POST /quiz-battles/rooms/${roomCode}/join`, bob)
  const [one, other, outsider] = [await here.connect(ada), await here.connect(bob), await here.connect(eve)]
  await testbed.database.transaction(async ({ statement }) => {
    await statement`select from battle_room where id = ${roomId} for update`
    outsider.send('battle.ready', {}, roomId)
    await waitUntil(async () => (await waitingFor('battle_room')) > 0)
    one.send('battle.ready', {}, roomId)
    // Time to come upon the stranger's question; without it, the player would not wait for that.
    await Bun.sleep(100)
  })
  expect((await outsider.next('error')).data).toMatchObject({ code: 'ROOM_NOT_FOUND' })
  other.send('battle.ready', {}, roomId)
  await one.next('battle.start')
  expect(one.frames.some(({ type }) => type === 'error')).toBe(false)
})

test('who asks for a rematch does not learn what keeps the other one from it', async () => {
  const here = await testbed.openProcess(SLOW)
  const { one, other, roomId } = await startBattleOfTwo(testbed, here, here, 10)
  other.send('battle.forfeit', {}, roomId)
  await one.next('battle.end')
  other.send('battle.rematch', {}, roomId)
  await one.next('battle.rematchOffered')
  one.send('battle.rematch', {}, roomId)
  expect((await one.next('error')).data).toMatchObject({ code: 'REMATCH_CLOSED' })
})

test('what has begun is not called off as if nobody had come, although nobody keeps it at the moment', async () => {
  const first = await testbed.openProcess(SLOW)
  const { ada, bob, one, roomId } = await startBattleOfTwo(testbed, first, first, 15)
  await one.next('battle.question')
  await first.stop()
  const calledOffLate = {
    roomId: roomId as RoomId,
    hostProcessId: null,
    outcome: cancelledOutcome(Date.now()),
    wasPlayed: false,
    xpCap: 0,
    now: now(),
  }
  expect(await testbed.write((tx) => settleBattle(tx, calledOffLate))).toBeUndefined()
  expect([await testbed.gemsOf(ada), await testbed.gemsOf(bob)]).toEqual([0, 0])
  await testbed.openProcess({ ...SLOW, interruptionLimitMs: 0 })
  await waitUntil(async () => (await testbed.gemsOf(ada)) === 15 && (await testbed.gemsOf(bob)) === 15)
})

async function waitingFor(statement: string): Promise<number> {
  const rows = await testbed.database.query`
    select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like ${`%${statement}%`}`
  return rows.length
}

describe('what cannot be taken up', () => {
  test('keeps nobody else’s stake', async () => {
    const user = await testbed.addUser(20)
    const poison = newId()
    await testbed.database.query`
      insert into battle_room (id, kind, state, stake, seed, question_ids, start_deadline, host_process_id, created_at)
      values (${poison}, 'FRIEND', 'IN_PROGRESS', 0, ${newId()}, array[${newId()}]::uuid[], now(), ${newId()}, now())`
    await testbed.database.query`
      insert into battle_journal_page (room_id, page_number, host_process_id, inputs) values (${poison}, 1, ${newId()}, '[{"type":"time","at":1}]')`
    const here = await testbed.openProcess({ heartbeatMs: 100, friendRoomTtlMs: 2_500 })
    await here.call('POST /quiz-battles/rooms', user, { stakeAmount: 20 })
    expect(await testbed.gemsOf(user)).toBe(0)
    await waitUntil(async () => (await testbed.gemsOf(user)) === 20)
    await testbed.database.query`delete from battle_journal_page where room_id = ${poison}`
    await testbed.database.query`delete from battle_room where id = ${poison}`
  })

  test('is given up when it should long have ended, with the stakes back; and not before', async () => {
    const first = await testbed.openProcess(SLOW)
    const { ada, bob, one, roomId } = await startBattleOfTwo(testbed, first, first, 15)
    await one.next('battle.question')
    await first.stop()
    // Its questions are gone, so that nobody can go on with it.
    await testbed.database
      .query`update battle_room set question_ids = array[${newId()}]::uuid[] where id = ${roomId}`
    const second = await testbed.openProcess({ ...SLOW, unrecoverableAfterMs: 600_000 })
    // Several beats, of which each has looked at it.
    await Bun.sleep(500)
    expect([await testbed.gemsOf(ada), await testbed.gemsOf(bob)]).toEqual([0, 0])

    await testbed.database.query`
      update battle_room set start_deadline = start_deadline - interval '20 minutes' where id = ${roomId}`
    await waitUntil(async () => (await testbed.gemsOf(ada)) === 15 && (await testbed.gemsOf(bob)) === 15)
    const endFrames = testbed.events.filter(({ data }) => (data as { roomId: string }).roomId === roomId)
    expect(endFrames.map(({ data }) => data)).toMatchObject([{ reason: 'CANCELLED' }])
    const { body } = await second.call(`GET /quiz-battles/${roomId}`, ada)
    expect(body.data.status).toBe('CANCELLED')
    // Nothing can be told of it, and nobody is kept from playing again.
    const back = await second.connect(ada)
    back.send('battle.resume', { roomId })
    back.send('queue.join')
    await back.next('queue.status')
    expect(back.frames.some(({ type }) => type === 'error')).toBe(false)
    back.send('queue.cancel')
  })

  test('because its topic has lost all questions is called off, with the stakes back', async () => {
    const here = await testbed.openProcess({ heartbeatMs: 100, friendRoomTtlMs: 6_000 })
    const [ada, bob] = (await testbed.addUsers(2, 30)) as [never, never]
    const topicId = testbed.topicIds.other
    const created = await here.call('POST /quiz-battles/rooms', ada, { stakeAmount: 30, topicId })
    const { roomId, roomCode } = created.body.data
    await here.call(`POST /quiz-battles/rooms/${roomCode}/join`, bob)
    await testbed.database.query`update question set archived_at = now() where topic_id = ${topicId}`
    // Of a process that has not looked at the questions before.
    const there = await testbed.openProcess({ heartbeatMs: 100, friendRoomTtlMs: 6_000 })
    try {
      const [one, other] = [await there.connect(ada), await there.connect(bob)]
      for (const socket of [one, other]) {
        socket.send('battle.ready', {}, roomId)
        expect((await socket.next('error')).data.code).toBe('NOTHING_TO_ASK')
      }
      await waitUntil(async () => (await testbed.gemsOf(ada)) === 30 && (await testbed.gemsOf(bob)) === 30)
    } finally {
      await testbed.database.query`update question set archived_at = null where topic_id = ${topicId}`
    }
  })
})
