import { afterAll, beforeAll, expect, test } from 'bun:test'
import { waitUntil } from '../harness/wait-until.ts'
import { type BattleTestbed, createBattleTestbed, startBattleOfTwo } from './battle-testbed.ts'

let testbed: BattleTestbed
beforeAll(async () => {
  testbed = await createBattleTestbed()
})
afterAll(() => testbed.stopSettled())

/** Blocks the settlement of a room until the returned function is called. */
async function lockRoom(roomId: string): Promise<() => Promise<void>> {
  const isLocked = Promise.withResolvers<void>()
  let isOver = false
  const locking = testbed.database.transaction(async ({ statement }) => {
    await statement`select 1 from battle_room where id = ${roomId} for no key update`
    isLocked.resolve()
    // The server ends transactions that are idle for long.
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

/** The transaction that waits for a lock. */
async function findLockWait(): Promise<{ pid: number; began: string } | undefined> {
  const [row] = await testbed.database.query<{ pid: number; began: string }>`
    select pid, xact_start::text as began from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  return row
}

test('a battle whose settlement failed is retried alone and does not delay other battles', async () => {
  const here = await testbed.openProcess({ questionMs: 60_000 })
  const stuck = await startBattleOfTwo(testbed, here, here, 5)
  const others = [
    await startBattleOfTwo(testbed, here, here, 5),
    await startBattleOfTwo(testbed, here, here, 5),
    await startBattleOfTwo(testbed, here, here, 5),
  ]
  const unlock = await lockRoom(stuck.roomId)
  stuck.one.send('battle.forfeit')
  let first = await findLockWait()
  await waitUntil(async () => {
    first ??= await findLockWait()
    return first !== undefined
  })
  const { pid, began } = first!
  await testbed.database.query`select pg_cancel_backend(${pid})`

  // An attempt times out after a few seconds and another follows: one other battle must settle during one attempt.
  let wasSettledDuringAttempt = false
  for (const other of others) {
    let before: Awaited<ReturnType<typeof findLockWait>>
    await waitUntil(async () => {
      before = await findLockWait()
      return before !== undefined && before.began !== began
    })
    other.one.send('battle.forfeit')
    expect((await other.other.next('battle.end', 30)).data).toMatchObject({ result: 'WIN', gemsDelta: 5 })
    wasSettledDuringAttempt ||= (await findLockWait())?.began === before!.began
    if (wasSettledDuringAttempt) break
  }
  expect(wasSettledDuringAttempt).toBe(true)

  await unlock()
  expect((await stuck.other.next('battle.end', 30)).data).toMatchObject({ result: 'WIN', gemsDelta: 5 })
  for (const other of others) other.one.send('battle.forfeit')
  await waitUntil(async () => (await testbed.escrowed()) === 0)
})
