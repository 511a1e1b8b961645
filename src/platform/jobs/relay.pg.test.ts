import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { PgBoss } from 'pg-boss'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { figure } from '../../../test/harness/figures.ts'
import { seededRandom } from '../../../test/harness/random.ts'
import { until } from '../../../test/harness/until.ts'
import type { Database } from '../db/database.ts'
import { DatabaseFault, isUnavailable } from '../db/faults.ts'
import { reactionTable } from '../reactions.ts'
import { createWrite, type Write } from '../write.ts'
import { defineJob } from './declare.ts'
import { Relay } from './relay.ts'

const parcel = defineJob<{ number: number }>('relay-parcel')
const letter = defineJob<{ number: number }>('relay-letter')
const unknown = defineJob<{ number: number }>('relay-unknown')
const KNOWN = [parcel.name, letter.name]

let testDatabase: TestDatabase
let database: Database
let boss: PgBoss
let write: Write

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = testDatabase.database
  write = createWrite(database, reactionTable([]), () => {})
  boss = new PgBoss({ connectionString: testDatabase.url, supervise: false, schedule: false })
  boss.on('error', () => {})
  await boss.start()
  for (const name of KNOWN) await boss.createQueue(name)
}, 60_000)

afterEach(async () => {
  await database.query`delete from outbox`
  await database.query`delete from pgboss.job`
})

afterAll(async () => {
  await boss.stop({ graceful: false })
  await testDatabase.drop()
})

async function enqueue(job: typeof parcel, count: number, startAfter?: Date): Promise<void> {
  await write(async (tx) => {
    for (let number = 1; number <= count; number++)
      tx.enqueue(job, { number }, startAfter ? { startAfter } : {})
  })
}

async function outboxIds(): Promise<string[]> {
  return (await database.query<{ id: string }>`select id from outbox order by id`).map(({ id }) => id)
}

async function jobIds(): Promise<string[]> {
  return (await database.query<{ id: string }>`select id from pgboss.job order by id`).map(({ id }) => id)
}

describe('the relay', () => {
  test('turns each row into a job with the same id, data and time, and leaves the outbox empty', async () => {
    const startAfter = new Date('2033-01-02T03:04:05.678Z')
    await enqueue(parcel, 2)
    await enqueue(letter, 1, startAfter)
    const owed = await outboxIds()
    expect(await new Relay(database, boss, KNOWN).moveBatch()).toBe(3)
    expect(await outboxIds()).toEqual([])
    const jobs = await database.query<{ id: string; name: string; data: unknown; startAfter: Date }>`
      select id, name, data, start_after as "startAfter" from pgboss.job order by id`
    expect(jobs.map(({ id }) => id)).toEqual(owed)
    expect(jobs.map(({ name, data }) => [name, data])).toEqual([
      ['relay-parcel', { number: 1 }],
      ['relay-parcel', { number: 2 }],
      ['relay-letter', { number: 1 }],
    ])
    expect(jobs[2]!.startAfter).toEqual(startAfter)
    expect(jobs[0]!.startAfter.getTime()).toBeLessThanOrEqual(Date.now() + 1_000)
  })

  test('leaves rows alone whose job this process does not know, however many lie before the others', async () => {
    await enqueue(unknown, 700)
    await enqueue(parcel, 1)
    const relay = new Relay(database, boss, KNOWN)
    expect(await relay.moveBatch()).toBe(1)
    expect(await relay.moveBatch()).toBe(0)
    const [left] =
      await database.query`select count(*) as rows, min(job) as first, max(job) as last from outbox`
    expect(left).toEqual({ rows: 700n, first: 'relay-unknown', last: 'relay-unknown' })
  })

  test('moves at once when it is woken, by itself when it is not, and no more after it was stopped', async () => {
    const relay = new Relay(database, boss, KNOWN)
    relay.start()
    try {
      await until(async () => (await outboxIds()).length === 0)
      const times: number[] = []
      for (let round = 1; round <= 20; round++) {
        const started = performance.now()
        await enqueue(parcel, 1)
        relay.wake()
        await until(async () => (await jobIds()).length === round)
        times.push(performance.now() - started)
      }
      // Each idle poll would take 200 ms. The quickest counts, because the machine may be busy with other things.
      expect(Math.min(...times)).toBeLessThan(100)
      await enqueue(parcel, 1)
      await until(async () => (await jobIds()).length === 21)
    } finally {
      await relay.stop()
    }
    await enqueue(parcel, 1)
    await Bun.sleep(400)
    expect(await outboxIds()).toHaveLength(1)
  })

  test('whose transaction is cut in the middle loses nothing and doubles nothing', async () => {
    await enqueue(parcel, 40)
    const owed = await outboxIds()
    const relayPool = testDatabase.another({ poolSize: 1, applicationName: 'cut-relay' })
    const relay = new Relay(relayPool, boss, KNOWN)
    await database.transaction(async ({ statement }) => {
      // The rows are taken and the jobs cannot be made yet: this is the middle.
      await statement`lock table pgboss.job in access exclusive mode`
      const moving = relay.moveBatch().catch((fault: unknown) => fault)
      await until(async () => {
        const waiting = await database.query`
          select 1 from pg_stat_activity where application_name = 'cut-relay' and wait_event_type = 'Lock'`
        return waiting.length === 1
      })
      await database.query`
        select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'cut-relay'`
      const fault = await moving
      expect(fault).toBeInstanceOf(DatabaseFault)
      expect(isUnavailable(fault)).toBe(true)
    })
    expect(await outboxIds()).toEqual(owed)
    expect(await jobIds()).toEqual([])
    expect(await relay.moveBatch()).toBe(40)
    expect(await outboxIds()).toEqual([])
    expect(await jobIds()).toEqual(owed)
  })

  test('three at once, with connections cut under them, make each row a job once (seeded)', async () => {
    const random = seededRandom(31)
    const ROWS = 6_000
    const pools = [1, 2, 3].map(() => testDatabase.another({ poolSize: 2, applicationName: 'racing-relay' }))
    const relays = pools.map((pool) => new Relay(pool, boss, KNOWN))
    let cuts = 0
    let faults = 0
    let isOver = false
    const racing = relays.map(async (relay) => {
      while (!isOver) {
        await relay.moveBatch().catch((fault: unknown) => {
          expect(isUnavailable(fault)).toBe(true)
          faults++
        })
        await Bun.sleep(1)
      }
    })
    let isCalm = false
    const cutting = (async () => {
      while (!isCalm) {
        await Bun.sleep(20)
        const busy = await database.query<{ pid: number }>`
          select pid from pg_stat_activity where application_name = 'racing-relay' and state <> 'idle'`
        const victim = busy[Math.floor(random() * busy.length)]
        if (!victim) continue
        await database.query`select pg_terminate_backend(${victim.pid})`
        cuts++
      }
    })()
    for (let first = 0; first < ROWS; first += 300) {
      await write(async (tx) => {
        for (let number = first; number < first + 300; number++) {
          tx.enqueue(number % 3 ? parcel : letter, { number })
        }
      })
      await Bun.sleep(40)
    }
    // Cut for ever, a slow machine would never come to the end of a batch.
    await until(() => faults > 0)
    isCalm = true
    await cutting
    await until(async () => (await outboxIds()).length === 0, 60)
    isOver = true
    await Promise.all(racing)
    const rows = await database.query<{ number: number }>`
      select (data->>'number')::integer as number from pgboss.job`
    figure(`relays: ${rows.length} jobs of ${ROWS} rows, ${cuts} connections cut, ${faults} batches failed`)
    expect(faults).toBeGreaterThan(0)
    expect(rows.length).toBe(ROWS)
    expect(new Set(rows.map(({ number }) => number)).size).toBe(ROWS)
  }, 120_000)
})
