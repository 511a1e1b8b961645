import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { auditLedger } from '../../src/modules/ledger/public/audit-ledger.ts'
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

describe('a command to a room of other players', () => {
  for (const [name, isElsewhere] of [
    ['hosted by the same process', false],
    ['hosted by another process', true],
  ] as const) {
    test(`a command to a foreign room ${name} is refused and the sender stays in the own battle`, async () => {
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

  test('a resume of an ended battle sends its frames, and the current battle of the player continues', async () => {
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

test('closing a friend room at the moment it starts does not forfeit the battle', async () => {
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
    await waitUntil(async () => (await countLockWaits('select id, topic_id')) > 0)
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

test('a second player who never connected can close the friend room while its creator waits', async () => {
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

test('a command of another user to a room without a host does not keep its players out', async () => {
  const here = await testbed.openProcess({ heartbeatMs: 100 })
  const [ada, bob, eve] = (await testbed.addUsers(3, 0)) as [never, never, never]
  const { roomId, roomCode } = (await here.call('POST /quiz-battles/rooms', ada)).body.data
  await here.call(`POST /quiz-battles/rooms/${roomCode}/join`, bob)
  const [one, other, outsider] = [await here.connect(ada), await here.connect(bob), await here.connect(eve)]
  await testbed.database.transaction(async ({ statement }) => {
    await statement`select from battle_room where id = ${roomId} for update`
    outsider.send('battle.ready', {}, roomId)
    await waitUntil(async () => (await countLockWaits('battle_room')) > 0)
    one.send('battle.ready', {}, roomId)
    // Gives the player's command time to join the claim of the other user.
    await Bun.sleep(100)
  })
  expect((await outsider.next('error')).data).toMatchObject({ code: 'ROOM_NOT_FOUND' })
  other.send('battle.ready', {}, roomId)
  await one.next('battle.start')
  expect(one.frames.some(({ type }) => type === 'error')).toBe(false)
})

test('a rejected rematch does not reveal why the opponent cannot play', async () => {
  const here = await testbed.openProcess(SLOW)
  const { one, other, roomId } = await startBattleOfTwo(testbed, here, here, 10)
  other.send('battle.forfeit', {}, roomId)
  await one.next('battle.end')
  other.send('battle.rematch', {}, roomId)
  await one.next('battle.rematchOffered')
  one.send('battle.rematch', {}, roomId)
  expect((await one.next('error')).data).toMatchObject({ code: 'REMATCH_CLOSED' })
})

async function countLockWaits(statement: string): Promise<number> {
  const rows = await testbed.database.query`
    select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like ${`%${statement}%`}`
  return rows.length
}
