import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { PgBoss } from 'pg-boss'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { seededRandom } from '../../../test/harness/random.ts'
import { reportMeasurement } from '../../../test/harness/report-measurement.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import type { Database } from '../db/database.ts'
import { DatabaseError, isUnavailable } from '../db/database-error.ts'
import { defineJob } from '../transaction/define-job.ts'
import { reactionTable } from '../transaction/reactions.ts'
import { createWrite, type Write } from '../transaction/write.ts'
import { OutboxRelay } from './outbox-relay.ts'

const parcel = defineJob<{ number: number }>('relay-parcel')
const mailJob = defineJob<{ number: number }>('relay-letter')
const unknown = defineJob<{ number: number }>('relay-unknown')
const KNOWN = [parcel.name, mailJob.name]

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
})

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

describe('the outbox relay', () => {
  test('the relay turns each row into a job with the same id, data and time, and empties the outbox', async () => {
    const startAfter = new Date('2033-01-02T03:04:05.678Z')
    await enqueue(parcel, 2)
    await enqueue(mailJob, 1, startAfter)
    const pending = await outboxIds()
    expect(await new OutboxRelay(database, boss, KNOWN).moveBatch()).toBe(3)
    expect(await outboxIds()).toEqual([])
    const jobs = await database.query<{ id: string; name: string; data: unknown; startAfter: Date }>`
      select id, name, data, start_after as "startAfter" from pgboss.job order by id`
    expect(jobs.map(({ id }) => id)).toEqual(pending)
    expect(jobs.map(({ name, data }) => [name, data])).toEqual([
      ['relay-parcel', { number: 1 }],
      ['relay-parcel', { number: 2 }],
      ['relay-letter', { number: 1 }],
    ])
    expect(jobs[2]!.startAfter).toEqual(startAfter)
    expect(jobs[0]!.startAfter.getTime()).toBeLessThanOrEqual(Date.now() + 1_000)
  })

  test('the relay reports a batch with a job for a later time, because no NOTIFY announces that time', async () => {
    let reports = 0
    const relay = new OutboxRelay(database, boss, KNOWN, { onDelayedJob: () => void reports++ })
    await enqueue(parcel, 2)
    await relay.moveBatch()
    expect(reports).toBe(0)
    await enqueue(parcel, 1)
    await enqueue(mailJob, 1, new Date('2033-01-02T03:04:05.678Z'))
    await relay.moveBatch()
    expect(reports).toBe(1)
  })

  test('the relay skips rows of unknown jobs, however many are before the others', async () => {
    await enqueue(unknown, 700)
    await enqueue(parcel, 1)
    const relay = new OutboxRelay(database, boss, KNOWN)
    expect(await relay.moveBatch()).toBe(1)
    expect(await relay.moveBatch()).toBe(0)
    const [left] =
      await database.query`select count(*) as rows, min(job) as first, max(job) as last from outbox`
    expect(left).toEqual({ rows: 700n, first: 'relay-unknown', last: 'relay-unknown' })
  })

  test('the relay moves rows immediately when woken, and by polling otherwise, until it is stopped', async () => {
    const relay = new OutboxRelay(database, boss, KNOWN, { idlePollMs: 500 })
    relay.start()
    try {
      await waitUntil(async () => (await outboxIds()).length === 0)
      const times: number[] = []
      for (let round = 1; round <= 20; round++) {
        const started = performance.now()
        await enqueue(parcel, 1)
        relay.wake()
        await waitUntil(async () => (await jobIds()).length === round)
        times.push(performance.now() - started)
      }
      // Each idle poll would take 500 ms. The fastest run counts, because the machine may be busy.
      expect(Math.min(...times)).toBeLessThan(100)
      await enqueue(parcel, 1)
      await waitUntil(async () => (await jobIds()).length === 21)
    } finally {
      await relay.stop()
    }
    await enqueue(parcel, 1)
    await Bun.sleep(400)
    expect(await outboxIds()).toHaveLength(1)
  })

  test('a relay whose transaction is cut loses and duplicates no job', async () => {
    await enqueue(parcel, 40)
    const pending = await outboxIds()
    const relayPool = testDatabase.another({ poolSize: 1, applicationName: 'cut-relay' })
    const relay = new OutboxRelay(relayPool, boss, KNOWN)
    await database.transaction(async ({ statement }) => {
      // The rows are locked and the jobs cannot be inserted yet: this is the middle of the transaction.
      await statement`lock table pgboss.job in access exclusive mode`
      const moving = relay.moveBatch().catch((error: unknown) => error)
      await waitUntil(async () => {
        const waiting = await database.query`
          select 1 from pg_stat_activity where application_name = 'cut-relay' and wait_event_type = 'Lock'`
        return waiting.length === 1
      })
      await database.query`
        select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'cut-relay'`
      const error = await moving
      expect(error).toBeInstanceOf(DatabaseError)
      expect(isUnavailable(error)).toBe(true)
    })
    expect(await outboxIds()).toEqual(pending)
    expect(await jobIds()).toEqual([])
    expect(await relay.moveBatch()).toBe(40)
    expect(await outboxIds()).toEqual([])
    expect(await jobIds()).toEqual(pending)
  })

  test('three concurrent relays with cut connections make one job of each row (seeded)', async () => {
    const random = seededRandom(31)
    const ROWS = 6_000
    const pools = [1, 2, 3].map(() => testDatabase.another({ poolSize: 2, applicationName: 'racing-relay' }))
    const relays = pools.map((pool) => new OutboxRelay(pool, boss, KNOWN))
    let cuts = 0
    let errors = 0
    let isOver = false
    const racing = relays.map(async (relay) => {
      while (!isOver) {
        await relay.moveBatch().catch((error: unknown) => {
          expect(isUnavailable(error)).toBe(true)
          errors++
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
          tx.enqueue(number % 3 ? parcel : mailJob, { number })
        }
      })
      await Bun.sleep(40)
    }
    // With endless cuts, a slow machine would never finish a batch.
    await waitUntil(() => errors > 0)
    isCalm = true
    await cutting
    await waitUntil(async () => (await outboxIds()).length === 0)
    isOver = true
    await Promise.all(racing)
    const rows = await database.query<{ number: number }>`
      select (data->>'number')::integer as number from pgboss.job`
    reportMeasurement(
      `relays: ${rows.length} jobs of ${ROWS} rows, ${cuts} connections cut, ${errors} batches failed`,
    )
    expect(errors).toBeGreaterThan(0)
    expect(rows.length).toBe(ROWS)
    expect(new Set(rows.map(({ number }) => number)).size).toBe(ROWS)
  })
})
