import { afterAll, beforeAll, expect, test } from 'bun:test'
import { auditLedger } from '../../src/modules/ledger/public/audit-ledger.ts'
import { newId } from '../../src/platform/ids.ts'
import { openRawSocket } from '../harness/raw-socket.ts'
import { reportMeasurement } from '../harness/report-measurement.ts'
import { openSocket, type TestSocket } from '../harness/socket.ts'
import { waitUntil } from '../harness/wait-until.ts'
import {
  answerAll,
  type BattleProcess,
  type BattleTestbed,
  createBattleTestbed,
  startBattleOfTwo,
} from './battle-testbed.ts'

const IDLE = 2_000
const UNAUTHENTICATED = 300
/** Maximum number of unauthenticated connections per address. */
const UNAUTHENTICATED_ACCEPTED = 200
const CONCURRENCY = 50

let testbed: BattleTestbed
let here: BattleProcess
beforeAll(async () => {
  testbed = await createBattleTestbed()
  // Slow enough for the load beside it.
  here = await testbed.openProcess({ revealMs: 800 })
})
afterAll(async () => {
  expect(await auditLedger(testbed.database)).toMatchObject({ ok: true, faults: [] })
  await testbed.stop()
})

async function openMany(
  count: number,
  open: () => Promise<TestSocket>,
): Promise<PromiseSettledResult<TestSocket>[]> {
  const outcomes: PromiseSettledResult<TestSocket>[] = []
  while (outcomes.length < count) {
    const some = Array.from({ length: Math.min(CONCURRENCY, count - outcomes.length) }, open)
    outcomes.push(...(await Promise.allSettled(some)))
  }
  return outcomes
}

const openedSockets = (outcomes: PromiseSettledResult<TestSocket>[]) =>
  outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))

test('a battle runs undisturbed beside thousands of idle and some abusive connections', async () => {
  const idle = openedSockets(await openMany(IDLE, () => here.connect(newId<'User'>())))
  expect(idle).toHaveLength(IDLE)
  await waitUntil(() => idle.every(({ frames }) => frames.length > 0))

  // Unauthenticated connections: some are accepted and closed later, the others are refused.
  const unauthenticated = await openMany(UNAUTHENTICATED, () => openSocket(here.url, {}))
  const inside = openedSockets(unauthenticated)
  expect(inside.length).toBeGreaterThanOrEqual(UNAUTHENTICATED_ACCEPTED)
  expect(inside.length).toBeLessThan(UNAUTHENTICATED)

  const { ada, bob, one, other, roomId } = await startBattleOfTwo(testbed, here, here, 30)
  const misuse = misbehave()
  const [won, lost] = await Promise.all([answerAll(one, () => true), answerAll(other, (index) => index < 2)])
  await misuse

  expect(won).toMatchObject({ result: 'WIN', reason: 'COMPLETED', gemsDelta: 30 })
  expect(lost).toMatchObject({ result: 'LOSS', reason: 'COMPLETED', gemsDelta: -30 })
  for (const socket of [one, other]) {
    const roomFrames = socket.frames.filter((frame) => frame.roomId === roomId && frame.seq > 0)
    expect(roomFrames.map(({ seq }) => seq)).toEqual(roomFrames.map((_, index) => index + 1))
    expect(roomFrames.filter(({ type }) => type === 'battle.answered')).toHaveLength(10)
    expect(socket.frames.filter(({ type }) => type === 'error')).toEqual([])
  }
  expect([await testbed.gemsOf(ada), await testbed.gemsOf(bob)]).toEqual([60, 0])

  await waitUntil(() => inside.every(({ closed }) => closed?.code === 4408))
  // Idle connections that answer pings stay open and are served.
  expect(idle.filter(({ closed }) => closed)).toEqual([])
  const some = idle.filter((_, index) => index % 50 === 0)
  for (const socket of some) socket.send('ping')
  await Promise.all(some.map((socket) => socket.next('pong', 30)))
  reportMeasurement(
    `a battle among ${idle.length} idle sockets, with ${inside.length} of ${UNAUTHENTICATED} unauthenticated ones accepted`,
  )
  for (const socket of [...idle, one, other]) socket.close()
})

/** Floods, sends oversized frames and stops reading, while the battle runs. */
async function misbehave(): Promise<void> {
  const flooding = await here.connect(newId<'User'>())
  const bulky = await here.connect(newId<'User'>())
  const mute = newId<'User'>()
  const deaf = openRawSocket(here.url, mute)
  await waitUntil(() => ofMute() === 1)
  deaf.stopReading()
  for (let count = 0; count < 500; count++) flooding.send('ping')
  bulky.sendRaw('x'.repeat(1024 * 1024))
  // A client that does not read is disconnected when its send buffer is full.
  const text = 'x'.repeat(15_000)
  for (let count = 0; count < 3_000 && ofMute() > 0; count++) {
    for (const connection of here.platform.connections.connectionsOf(mute))
      connection.send({ type: 'notification', data: { text } })
    if (count % 50 === 0) await Bun.sleep(1)
  }
  await waitUntil(() => ofMute() === 0)
  deaf.resumeReading()
  await waitUntil(() => deaf.isClosed())
  expect((await flooding.waitUntilClosed()).code).toBe(4429)
  expect((await bulky.waitUntilClosed()).code).not.toBe(1000)

  function ofMute(): number {
    return here.platform.connections.connectionsOf(mute).length
  }
}
