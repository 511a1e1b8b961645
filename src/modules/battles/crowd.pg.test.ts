import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { figure } from '../../../test/harness/figures.ts'
import { openRawSocket } from '../../../test/harness/raw-socket.ts'
import { openSocket, type TestSocket } from '../../../test/harness/socket.ts'
import { until } from '../../../test/harness/until.ts'
import { newId } from '../../platform/ids.ts'
import { auditLedger } from '../rewards/audit/audit-ledger.ts'
import { answerAll, type BattleBed, type BattleProcess, createBattleBed, meet } from './battles-testbed.ts'

setDefaultTimeout(120_000)

const IDLE = 2_000
const STRANGERS = 300
/** So many may be connected from one address without having said who they are. */
const STRANGERS_TAKEN = 200
const AT_ONCE = 50

let bed: BattleBed
let here: BattleProcess
beforeAll(async () => {
  bed = await createBattleBed()
  // Slow enough for all that happens beside it.
  here = await bed.openProcess({ revealMs: 800 })
})
afterAll(async () => {
  expect(await auditLedger(bed.database)).toMatchObject({ ok: true, faults: [] })
  await bed.stop()
})

async function openMany(
  count: number,
  open: () => Promise<TestSocket>,
): Promise<PromiseSettledResult<TestSocket>[]> {
  const outcomes: PromiseSettledResult<TestSocket>[] = []
  while (outcomes.length < count) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - outcomes.length) }, open)
    outcomes.push(...(await Promise.allSettled(some)))
  }
  return outcomes
}

const opened = (outcomes: PromiseSettledResult<TestSocket>[]) =>
  outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))

test('two play for their stakes among thousands who do nothing and some who mean no good, and notice none of them', async () => {
  const idle = opened(await openMany(IDLE, () => here.connect(newId<'User'>())))
  expect(idle).toHaveLength(IDLE)
  await until(() => idle.every(({ frames }) => frames.length > 0), 60)

  // Those who do not say who they are: some are taken in and sent away, the others are not taken in at all.
  const strangers = await openMany(STRANGERS, () => openSocket(here.url, {}))
  const inside = opened(strangers)
  expect(inside.length).toBeGreaterThanOrEqual(STRANGERS_TAKEN)
  expect(inside.length).toBeLessThan(STRANGERS)

  const { ada, bob, one, other, roomId } = await meet(bed, here, here, 30)
  const misuse = misbehave()
  const [won, lost] = await Promise.all([answerAll(one, () => true), answerAll(other, (index) => index < 2)])
  await misuse

  expect(won).toMatchObject({ result: 'WIN', reason: 'COMPLETED', gemsDelta: 30 })
  expect(lost).toMatchObject({ result: 'LOSS', reason: 'COMPLETED', gemsDelta: -30 })
  for (const socket of [one, other]) {
    const told = socket.frames.filter((frame) => frame.roomId === roomId && frame.seq > 0)
    expect(told.map(({ seq }) => seq)).toEqual(told.map((_, index) => index + 1))
    expect(told.filter(({ type }) => type === 'battle.answered')).toHaveLength(10)
    expect(socket.frames.filter(({ type }) => type === 'error')).toEqual([])
  }
  expect([await bed.gemsOf(ada), await bed.gemsOf(bob)]).toEqual([60, 0])

  await until(() => inside.every(({ closed }) => closed?.code === 4408), 30)
  // Who does nothing but answer the heartbeat may stay, and is heard as ever.
  expect(idle.filter(({ closed }) => closed)).toEqual([])
  const some = idle.filter((_, index) => index % 50 === 0)
  for (const socket of some) socket.send('ping')
  await Promise.all(some.map((socket) => socket.next('pong', 30)))
  figure(
    `a battle among ${idle.length} idle sockets, with ${inside.length} of ${STRANGERS} strangers taken in`,
  )
  for (const socket of [...idle, one, other]) socket.close()
})

/** All at once, while the battle goes on. */
async function misbehave(): Promise<void> {
  const flooding = await here.connect(newId<'User'>())
  const bulky = await here.connect(newId<'User'>())
  const mute = newId<'User'>()
  const deaf = openRawSocket(here.url, mute)
  await until(() => ofMute() === 1)
  deaf.stopReading()
  for (let count = 0; count < 500; count++) flooding.send('ping')
  bulky.sendRaw('x'.repeat(1024 * 1024))
  // What is told to a user who never reads: after so much of it they are let go.
  const text = 'x'.repeat(15_000)
  for (let count = 0; count < 3_000 && ofMute() > 0; count++) {
    for (const connection of here.platform.sockets.ofUser(mute))
      connection.send({ type: 'notification', data: { text } })
    if (count % 50 === 0) await Bun.sleep(1)
  }
  await until(() => ofMute() === 0, 30)
  deaf.readAgain()
  await until(() => deaf.isClosed(), 30)
  expect((await flooding.untilClosed()).code).toBe(4429)
  expect((await bulky.untilClosed()).code).not.toBe(1000)

  function ofMute(): number {
    return here.platform.sockets.ofUser(mute).length
  }
}
