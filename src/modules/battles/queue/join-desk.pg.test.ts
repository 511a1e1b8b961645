import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { now } from '../../../platform/clock.ts'
import { newId, type SessionId } from '../../../platform/ids.ts'
import { type BattleBed, createBattleBed } from '../battles-testbed.ts'
import type { RoomId } from '../ticket.ts'

setDefaultTimeout(60_000)

let bed: BattleBed
beforeAll(async () => {
  bed = await createBattleBed()
})
afterEach(() => bed.stopProcesses())
afterAll(() => bed.stop())

/** Nobody is brought together meanwhile. */
const STILL = { matchEveryMs: 60_000 }

test('of any number of joins at once, on two processes, everybody has one ticket, and each of them is told of it', async () => {
  const desks = [await bed.openProcess(STILL), await bed.openProcess(STILL)].map(
    ({ battles }) => battles.joinDesk,
  )
  const users = await bed.addUsers(30, 20)
  const joins = users.flatMap((userId, place) =>
    [0, 1, 2, 3].map((copy) => ({ userId, stake: place % 3 === 0 ? 5n : 0n, desk: desks[copy % 2]! })),
  )
  const entries = await Promise.all(
    joins.map(({ userId, stake, desk }) =>
      desk.join({ userId, sessionId: newId() as unknown as SessionId, topicId: null, stake, now: now() }),
    ),
  )
  for (const [place, userId] of users.entries()) {
    const own = entries.slice(4 * place, 4 * place + 4)
    expect(new Set(own.map(({ id }) => id)).size).toBe(1)
    expect(own[0]).toMatchObject({ userId, status: 'QUEUED', roomId: null })
  }
  const rows = await bed.database.query<{ staked: number; count: number }>`
    select count(*)::integer as count, sum(stake)::integer as staked from battle_entry where is_live`
  expect(rows).toEqual([{ count: 30, staked: 50 }])
  expect(await bed.escrowed()).toBe(50)
})

test('two who are connected here have their battle kept here from the start; others have it where one is ready', async () => {
  const [here, there] = [await bed.openProcess(), await bed.openProcess()]
  const [ada, bob, cleo, dan] = await bed.addUsers(4, 50)
  const meet = async (sockets: Awaited<ReturnType<typeof here.connect>>[], stakeAmount: number) => {
    for (const socket of sockets) socket.send('queue.join', { stakeAmount })
    const [matched] = await Promise.all(sockets.map((socket) => socket.next('queue.matched')))
    const [room] = await bed.database.query<{ owner: string | null }>`
      select owner_id as owner from battle_room where id = ${matched!.data.roomId}`
    return { roomId: matched!.data.roomId as RoomId, owner: room!.owner }
  }
  const together = [await here.connect(ada!), await here.connect(bob!)]
  const near = await meet(together, 7)
  // Either process may have brought them together, and only that one knows who is connected to it.
  if (near.owner) {
    expect(near.owner).toBe(here.battles.keeper.processId)
    expect(here.battles.keeper.kept(near.roomId)).toBeDefined()
  }
  const apart = [await here.connect(cleo!), await there.connect(dan!)]
  const far = await meet(apart, 9)
  expect(far.owner).toBeNull()
  for (const [sockets, { roomId }] of [
    [together, near],
    [apart, far],
  ] as const) {
    for (const socket of sockets) socket.send('battle.ready', {}, roomId)
    await Promise.all(sockets.map((socket) => socket.next('battle.question')))
    sockets[0]!.send('battle.forfeit', {}, roomId)
    expect((await sockets[1]!.next('battle.end')).data).toMatchObject({ result: 'WIN', reason: 'FORFEIT' })
  }
})
