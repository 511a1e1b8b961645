import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import type { RoomId } from '../../src/modules/battle-records/public/ticket.ts'
import { now } from '../../src/platform/clock.ts'
import { newId, type SessionId } from '../../src/platform/ids.ts'
import { type BattleTestbed, createBattleTestbed } from './battle-testbed.ts'

let testbed: BattleTestbed
beforeAll(async () => {
  testbed = await createBattleTestbed()
})
afterEach(() => testbed.stopProcesses())
afterAll(() => testbed.stop())

/** No pairing runs during the test. */
const STILL = { matchIntervalMs: 60_000 }

test('concurrent joins of one user on two processes all return the same ticket', async () => {
  const batchers = [await testbed.openProcess(STILL), await testbed.openProcess(STILL)].map(
    ({ matchmaking }) => matchmaking.joinBatcher,
  )
  const users = await testbed.addUsers(30, 20)
  const joins = users.flatMap((userId, index) =>
    [0, 1, 2, 3].map((copy) => ({ userId, stake: index % 3 === 0 ? 5n : 0n, batcher: batchers[copy % 2]! })),
  )
  const entries = await Promise.all(
    joins.map(({ userId, stake, batcher }) =>
      batcher.join({ userId, sessionId: newId() as unknown as SessionId, topicId: null, stake, now: now() }),
    ),
  )
  for (const [index, userId] of users.entries()) {
    const own = entries.slice(4 * index, 4 * index + 4)
    expect(new Set(own.map(({ id }) => id)).size).toBe(1)
    expect(own[0]).toMatchObject({ userId, status: 'QUEUED', roomId: null })
  }
  const rows = await testbed.database.query<{ staked: number; count: number }>`
    select count(*)::integer as count, sum(stake)::integer as staked from battle_entry where is_live`
  expect(rows).toEqual([{ count: 30, staked: 50 }])
  expect(await testbed.escrowed()).toBe(0)
})

test('a pair connected to one process is hosted there, and other pairs where the first player is ready', async () => {
  const [here, there] = [await testbed.openProcess(), await testbed.openProcess()]
  const [ada, bob, cleo, dan] = await testbed.addUsers(4, 50)
  const meet = async (sockets: Awaited<ReturnType<typeof here.connect>>[], stakeAmount: number) => {
    for (const socket of sockets) socket.send('queue.join', { stakeAmount })
    const [matched] = await Promise.all(sockets.map((socket) => socket.next('queue.matched')))
    const [room] = await testbed.database.query<{ host: string | null }>`
      select host_process_id as host from battle_room where id = ${matched!.data.roomId}`
    return { roomId: matched!.data.roomId as RoomId, host: room!.host }
  }
  const sameProcess = [await here.connect(ada!), await here.connect(bob!)]
  const near = await meet(sameProcess, 7)
  // Either process may pair them, and each knows only its own connections.
  if (near.host) {
    expect(near.host).toBe(here.rooms.registry.processId)
    expect(here.rooms.registry.local(near.roomId)).toBeDefined()
  }
  const twoProcesses = [await here.connect(cleo!), await there.connect(dan!)]
  const far = await meet(twoProcesses, 9)
  expect(far.host).toBeNull()
  for (const [sockets, { roomId }] of [
    [sameProcess, near],
    [twoProcesses, far],
  ] as const) {
    for (const socket of sockets) socket.send('battle.ready', {}, roomId)
    await Promise.all(sockets.map((socket) => socket.next('battle.question')))
    sockets[0]!.send('battle.forfeit', {}, roomId)
    expect((await sockets[1]!.next('battle.end')).data).toMatchObject({ result: 'WIN', reason: 'FORFEIT' })
  }
})
