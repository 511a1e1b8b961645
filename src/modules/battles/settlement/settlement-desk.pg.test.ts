import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { until } from '../../../../test/harness/until.ts'
import { type BattleBed, createBattleBed, meet } from '../battles-testbed.ts'

setDefaultTimeout(60_000)

let bed: BattleBed
beforeAll(async () => {
  bed = await createBattleBed()
})
afterAll(() => bed.stopSettled())

/** Keeps a room from being settled until it is let go. */
async function holdRoom(roomId: string): Promise<() => Promise<void>> {
  const isHeld = Promise.withResolvers<void>()
  let isOver = false
  const holding = bed.database.transaction(async ({ statement }) => {
    await statement`select 1 from battle_room where id = ${roomId} for no key update`
    isHeld.resolve()
    // A transaction that is silent for long is ended by the server.
    while (!isOver) {
      await Bun.sleep(20)
      await statement`select 1`
    }
  }, 120_000)
  await isHeld.promise
  return () => {
    isOver = true
    return holding
  }
}

/** The transaction that waits for somebody's lock. */
async function waitingOne(): Promise<{ pid: number; began: string } | undefined> {
  const [row] = await bed.database.query<{ pid: number; began: string }>`
    select pid, xact_start::text as began from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  return row
}

test('a battle that could not be settled is tried apart, and whoever ends meanwhile does not wait for it', async () => {
  const here = await bed.openProcess({ questionMs: 60_000 })
  const stuck = await meet(bed, here, here, 5)
  const others = [
    await meet(bed, here, here, 5),
    await meet(bed, here, here, 5),
    await meet(bed, here, here, 5),
  ]
  const letGo = await holdRoom(stuck.roomId)
  stuck.one.send('battle.forfeit')
  let first = await waitingOne()
  await until(async () => {
    first ??= await waitingOne()
    return first !== undefined
  })
  const { pid, began } = first!
  await bed.database.query`select pg_cancel_backend(${pid})`

  // A try ends after a few seconds by itself, and another follows: one of the others is settled within a single one.
  let wasFree = false
  for (const other of others) {
    let before: Awaited<ReturnType<typeof waitingOne>>
    await until(async () => {
      before = await waitingOne()
      return before !== undefined && before.began !== began
    })
    other.one.send('battle.forfeit')
    expect((await other.other.next('battle.end', 30)).data).toMatchObject({ result: 'WIN', gemsDelta: 5 })
    wasFree ||= (await waitingOne())?.began === before!.began
    if (wasFree) break
  }
  expect(wasFree).toBe(true)

  await letGo()
  expect((await stuck.other.next('battle.end', 30)).data).toMatchObject({ result: 'WIN', gemsDelta: 5 })
  for (const other of others) other.one.send('battle.forfeit')
  await until(async () => (await bed.escrowed()) === 0)
})
