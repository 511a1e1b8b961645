import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { cancelledOutcome } from '../../src/modules/battle-game/public/outcome.ts'
import type { RoomId } from '../../src/modules/battle-records/public/ticket.ts'
import { settleBattle } from '../../src/modules/battle-results/public/settle-battles.ts'
import { auditLedger } from '../../src/modules/ledger/public/audit-ledger.ts'
import { now } from '../../src/platform/clock.ts'
import { newId } from '../../src/platform/ids.ts'
import { waitUntil } from '../harness/wait-until.ts'
import { type BattleTestbed, createBattleTestbed, startBattleOfTwo } from './battle-testbed.ts'

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

test('a started battle without a host is not cancelled as overdue', async () => {
  const first = await testbed.openProcess(SLOW)
  const { ada, bob, one, roomId } = await startBattleOfTwo(testbed, first, first, 15)
  await one.next('battle.question')
  await first.stop()
  const overdueSettlement = {
    roomId: roomId as RoomId,
    hostProcessId: null,
    outcome: cancelledOutcome(Date.now()),
    wasPlayed: false,
    xpCap: 0,
    now: now(),
  }
  expect(await testbed.write((tx) => settleBattle(tx, overdueSettlement))).toBeUndefined()
  expect([await testbed.gemsOf(ada), await testbed.gemsOf(bob)]).toEqual([0, 0])
  await testbed.openProcess({ ...SLOW, interruptionLimitMs: 0 })
  await waitUntil(async () => (await testbed.gemsOf(ada)) === 15 && (await testbed.gemsOf(bob)) === 15)
})

test('a room that cannot be claimed does not delay refunds in other rooms', async () => {
  const user = await testbed.addUser(20)
  const unclaimable = newId()
  await testbed.database.query`
    insert into battle_room (id, kind, state, stake, seed, question_ids, start_deadline, host_process_id, created_at)
    values (${unclaimable}, 'FRIEND', 'IN_PROGRESS', 0, ${newId()}, array[${newId()}]::uuid[], now(), ${newId()}, now())`
  await testbed.database.query`
    insert into battle_journal_page (room_id, page_number, host_process_id, inputs) values (${unclaimable}, 1, ${newId()}, '[{"type":"time","at":1}]')`
  const here = await testbed.openProcess({ heartbeatMs: 100, friendRoomTtlMs: 2_500 })
  await here.call('POST /quiz-battles/rooms', user, { stakeAmount: 20 })
  expect(await testbed.gemsOf(user)).toBe(0)
  await waitUntil(async () => (await testbed.gemsOf(user)) === 20)
  await testbed.database.query`delete from battle_journal_page where room_id = ${unclaimable}`
  await testbed.database.query`delete from battle_room where id = ${unclaimable}`
})

test('a room that cannot be claimed is cancelled and refunded after its time limit and not earlier', async () => {
  const first = await testbed.openProcess(SLOW)
  const { ada, bob, one, roomId } = await startBattleOfTwo(testbed, first, first, 15)
  await one.next('battle.question')
  await first.stop()
  // Without its questions, no process can claim the room.
  await testbed.database
    .query`update battle_room set question_ids = array[${newId()}]::uuid[] where id = ${roomId}`
  const second = await testbed.openProcess({ ...SLOW, unrecoverableAfterMs: 600_000 })
  // Several heartbeats try to claim it.
  await Bun.sleep(500)
  expect([await testbed.gemsOf(ada), await testbed.gemsOf(bob)]).toEqual([0, 0])

  await testbed.database.query`
    update battle_room set start_deadline = start_deadline - interval '20 minutes' where id = ${roomId}`
  await waitUntil(async () => (await testbed.gemsOf(ada)) === 15 && (await testbed.gemsOf(bob)) === 15)
  const roomEvents = testbed.events.filter(({ data }) => (data as { roomId: string }).roomId === roomId)
  expect(roomEvents.map(({ data }) => data)).toMatchObject([{ reason: 'CANCELLED' }])
  const { body } = await second.call(`GET /quiz-battles/${roomId}`, ada)
  expect(body.data.status).toBe('CANCELLED')
  // The battle has no frames to resume, and its players can join again.
  const back = await second.connect(ada)
  back.send('battle.resume', { roomId })
  back.send('queue.join')
  await back.next('queue.status')
  expect(back.frames.some(({ type }) => type === 'error')).toBe(false)
  back.send('queue.cancel')
})

test('a room whose topic has lost all questions is cancelled and refunded', async () => {
  const here = await testbed.openProcess({ heartbeatMs: 100, friendRoomTtlMs: 6_000 })
  const [ada, bob] = (await testbed.addUsers(2, 30)) as [never, never]
  const topicId = testbed.topicIds.other
  const created = await here.call('POST /quiz-battles/rooms', ada, { stakeAmount: 30, topicId })
  const { roomId, roomCode } = created.body.data
  await here.call(`POST /quiz-battles/rooms/${roomCode}/join`, bob)
  await testbed.database.query`update question set archived_at = now() where topic_id = ${topicId}`
  // A process without cached questions.
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
