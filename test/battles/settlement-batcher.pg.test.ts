import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { waitUntil } from '../harness/wait-until.ts'
import { type BattleTestbed, createBattleTestbed, startBattleOfTwo } from './battle-testbed.ts'

setDefaultTimeout(60_000)

let testbed: BattleTestbed
beforeAll(async () => {
  testbed = await createBattleTestbed()
})
afterAll(() => testbed.stopSettled())

/** Keeps a room from being settled until it is let go. */
async function lockRoom(roomId: string): Promise<() => Promise<void>> {
  const isLocked = Promise.withResolvers<void>()
  let isOver = false
  const locking = testbed.database.transaction(async ({ statement }) => {
    await statement`select 1 from battle_room where id = ${roomId} for no key update`
    isLocked.resolve()
    // A transaction that is silent for long is ended by the server.
    while (!isOver) {
      await Bun.sleep(20)
      await statement`select 1`
    }
  }, 120_000)
  await isLocked.promise
  return () => {
    isOver = true
    return locking
  }
}

/** The transaction that waits for somebody's lock. */
async function waitingOne(): Promise<{ pid: number; began: string } | undefined> {
  const [row] = await testbed.database.query<{ pid: number; began: string }>`
    select pid, xact_start::text as began from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  return row
}

test('a battle that could not be settled is tried apart, and whoever ends meanwhile does not wait for it', async () => {
  const here = await testbed.openProcess({ questionMs: 60_000 })
  const stuck = await startBattleOfTwo(testbed, here, here, 5)
  const others = [
    await startBattleOfTwo(testbed, here, here, 5),
    await startBattleOfTwo(testbed, here, here, 5),
    await startBattleOfTwo(testbed, here, here, 5),
  ]
  const unlock = await lockRoom(stuck.roomId)
  stuck.one.send('battle.forfeit')
  let first = await waitingOne()
  await waitUntil(async () => {
    first ??= await waitingOne()
    return first !== undefined
  })
  const { pid, began } = first!
  await testbed.database.query`select pg_cancel_backend(${pid})`

  // A try ends after a few seconds by itself, and another follows: one of the others is settled within a single one.
  let wasFree = false
  for (const other of others) {
    let before: Awaited<ReturnType<typeof waitingOne>>
    await waitUntil(async () => {
      before = await waitingOne()
      return before !== undefined && before.began !== began
    })
    other.one.send('battle.forfeit')
    expect((await other.other.next('battle.end', 30)).data).toMatchObject({ result: 'WIN', gemsDelta: 5 })
    wasFree ||= (await waitingOne())?.began === before!.began
    if (wasFree) break
  }
  expect(wasFree).toBe(true)

  await unlock()
  expect((await stuck.other.next('battle.end', 30)).data).toMatchObject({ result: 'WIN', gemsDelta: 5 })
  for (const other of others) other.one.send('battle.forfeit')
  await waitUntil(async () => (await testbed.escrowed()) === 0)
})
