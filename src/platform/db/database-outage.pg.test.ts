import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { allConnectionsRunConcurrently, installBarrier } from '../../../test/harness/connection-barrier.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { reportMeasurement } from '../../../test/harness/report-measurement.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded/postgres/embedded-postgres.ts'
import { Database, type OpenTransaction } from './database.ts'
import { DatabaseError, isUnavailable } from './database-error.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  await installBarrier(testDatabase.database)
  await testDatabase.database.query`create table note (id bigint primary key)`
})
afterAll(() => testDatabase.drop())

async function freeze(statement: OpenTransaction['statement']): Promise<number> {
  const [backend] = await statement<{ pid: number }>`select pg_backend_pid() as pid`
  process.kill(backend!.pid, 'SIGSTOP')
  return backend!.pid
}

async function expectAllConnectionsFree(pool: Database): Promise<void> {
  expect(await allConnectionsRunConcurrently(pool)).toBe(true)
}

describe('a frozen backend', () => {
  // The time limit for a frozen backend, and a margin for a busy machine.
  const limits = { poolSize: 4, statementTimeoutMs: 2_000, deadlineMarginMs: 1_000 }

  /** Freezes a backend with `stall`, and checks that other callers continue and that the pool recovers. */
  async function expectErrorInTime(
    stall: (pool: Database, onFrozen: (pid: number) => void) => Promise<unknown>,
  ) {
    const pool = testDatabase.another(limits)
    await expectAllConnectionsFree(pool)
    const started = performance.now()
    const frozen = Promise.withResolvers<number>()
    const outcome = stall(pool, frozen.resolve).then(
      () => expect.unreachable(),
      (error: unknown) => error,
    )
    const pid = await frozen.promise
    try {
      let slowest = 0
      for (let round = 0; round < 30; round++) {
        const startedAt = performance.now()
        await Promise.all(Array.from({ length: 10 }, () => pool.query`select 1`))
        slowest = Math.max(slowest, performance.now() - startedAt)
      }
      expect(slowest).toBeLessThan(2_000)
      const error = await outcome
      expect(performance.now() - started).toBeLessThan(15_000)
      return { error, pool }
    } finally {
      process.kill(pid, 'SIGCONT')
      await Bun.sleep(100)
      await expectAllConnectionsFree(pool)
    }
  }

  test('a frozen statement in a transaction fails in time, and other callers are not affected', async () => {
    const { error, pool } = await expectErrorInTime((pool, onFrozen) =>
      pool.transaction(async ({ statement }) => {
        await statement`insert into note (id) values (1)`
        onFrozen(await freeze(statement))
        await statement`insert into note (id) values (2)`
      }),
    )
    expectOverdue(error, 'insert into note (id) values (2)')
    expect(await pool.query`select id from note where id in (1, 2)`).toHaveLength(0)
  })

  test('a frozen commit fails in time', async () => {
    const { error } = await expectErrorInTime((pool, onFrozen) =>
      pool.transaction(async ({ statement }) => onFrozen(await freeze(statement))),
    )
    expectOverdue(error, 'begin … commit')
  })

  test('a caller whose rollback is frozen gets its own error in time', async () => {
    const own = new Error('a change of mind')
    const { error } = await expectErrorInTime((pool, onFrozen) =>
      pool.transaction(async ({ statement }) => {
        onFrozen(await freeze(statement))
        throw own
      }),
    )
    expect(error).toBe(own)
  })

  test('a frozen single statement fails in time', async () => {
    const { error } = await expectErrorInTime(async (pool, onFrozen) => {
      const sleeper = pool.query`select pg_sleep(1.5)`
      let sleeping: { pid: number } | undefined
      await waitUntil(async () => {
        ;[sleeping] = await testDatabase.database.query<{ pid: number }>`
          select pid from pg_stat_activity
          where query = 'select pg_sleep(1.5)' and state = 'active' and datname = current_database()`
        return sleeping !== undefined
      })
      process.kill(sleeping!.pid, 'SIGSTOP')
      onFrozen(sleeping!.pid)
      await sleeper
    })
    expectOverdue(error, 'select pg_sleep(1.5)')
  })
})

function expectOverdue(error: unknown, statement: string): void {
  expect(error).toBeInstanceOf(DatabaseError)
  expect((error as DatabaseError).driverCode).toBe('CLIENT_DEADLINE')
  expect((error as DatabaseError).statement).toBe(statement)
  expect(isUnavailable(error)).toBe(true)
}

test('backends terminated under load cause only errors of kind unavailable, and the pool recovers', async () => {
  const pool = testDatabase.another({ poolSize: 8 })
  const errors: unknown[] = []
  let acknowledged = 0
  let next = 1_000n
  let isOver = false
  const clients = Array.from({ length: 40 }, async () => {
    while (!isOver) {
      const id = next++
      try {
        if (id % 2n === 0n) await pool.query`insert into note (id) values (${id})`
        else await pool.transaction(({ statement }) => statement`insert into note (id) values (${id})`)
        acknowledged++
      } catch (error) {
        errors.push(error)
      }
    }
  })
  for (let round = 0; round < 5; round++) {
    await Bun.sleep(200)
    await testDatabase.database.query`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`
  }
  await Bun.sleep(200)
  isOver = true
  await Promise.all(clients)
  reportMeasurement(`terminated 5 times: ${acknowledged} acknowledged, ${errors.length} errors`)
  expect(errors.length).toBeGreaterThan(5)
  expect(errors.filter((error) => !isUnavailable(error))).toEqual([])
  await expectAllConnectionsFree(pool)
  const [{ count } = { count: 0n }] = await pool.query<{ count: bigint }>`
    select count(*) from note where id >= 1000`
  expect(Number(count)).toBeGreaterThanOrEqual(acknowledged)
  expect(Number(count)).toBeLessThanOrEqual(acknowledged + errors.length)
})

describe('a killed server', () => {
  let folder: string | undefined
  let server: EmbeddedPostgres | undefined
  let pool: Database | undefined
  afterAll(async () => {
    await pool?.close()
    await server?.stop()
    if (folder) rmSync(folder, { recursive: true, force: true })
  })

  test('a killed server has every acknowledged commit after its restart, and the pool reconnects', async () => {
    const settings = { shared_buffers: '32MB' }
    folder = mkdtempSync(join(tmpdir(), 'lyceum-outage-'))
    server = await startEmbeddedPostgres({ dataDir: folder, settings })
    const { port } = server
    pool = new Database({ url: server.url, poolSize: 6 })
    const database = pool
    await database.query`create table note (id bigint primary key)`
    await installBarrier(database)

    const acknowledged: bigint[] = []
    const errors: { at: number; error: unknown }[] = []
    const successes: number[] = []
    let next = 1n
    let isOver = false
    const clients = Array.from({ length: 20 }, async () => {
      while (!isOver) {
        const id = next++
        try {
          await database.transaction(({ statement }) => statement`insert into note (id) values (${id})`)
          acknowledged.push(id)
          successes.push(performance.now())
        } catch (error) {
          errors.push({ at: performance.now(), error })
          await Bun.sleep(20)
        }
      }
    })
    await waitUntil(() => acknowledged.length > 0)
    await Bun.sleep(1_000)
    const killedAt = performance.now()
    process.kill(server.pid, 'SIGKILL')
    await Bun.sleep(1_500)
    await server.stop()
    server = await startEmbeddedPostgres({ dataDir: folder, port, settings })
    const startedAt = performance.now()
    await waitUntil(() => successes.some((at) => at > startedAt))
    await Bun.sleep(500)
    isOver = true
    await Promise.all(clients)

    const firstError = errors.find(({ at }) => at >= killedAt)
    const firstSuccess = successes.find((at) => at > startedAt)
    const rows = await database.query<{ id: bigint }>`select id from note`
    const stored = new Set(rows.map(({ id }) => id))
    const lost = acknowledged.filter((id) => !stored.has(id))
    reportMeasurement(
      `server killed: ${acknowledged.length} acknowledged, ${stored.size} stored, ${errors.length} errors, ` +
        `first error after ${Math.round((firstError?.at ?? 0) - killedAt)} ms, first success ` +
        `${Math.round((firstSuccess ?? 0) - startedAt)} ms after the restart`,
    )
    expect(lost).toEqual([])
    expect(errors.filter(({ error }) => !isUnavailable(error))).toEqual([])
    expect(firstError).toBeDefined()
    expect(firstSuccess).toBeDefined()
    await expectAllConnectionsFree(database)
  })
})
