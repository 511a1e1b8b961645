import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { allConnectionsRunConcurrently, installBarrier } from '../../../test/harness/connection-barrier.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { Refusal } from '../errors.ts'
import type { Database } from './database.ts'
import { DatabaseError, isTimeout, isUniqueViolation } from './database-error.ts'
import { double } from './parameters.ts'

let testDatabase: TestDatabase
let database: Database

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = testDatabase.database
  await installBarrier(database)
  await database.withSession(({ script }) =>
    script(`
      create table purse (id integer primary key, amount bigint not null constraint purse_not_negative check (amount >= 0));
      create table measure (id integer primary key, weight double precision, document jsonb);
      insert into purse select id, 100 from generate_series(1, 20) id;`),
  )
})

afterAll(() => testDatabase.drop())

async function errorOf(work: Promise<unknown>): Promise<DatabaseError> {
  const outcome = await work.then(
    () => new Error('The statement succeeded where it should have failed.'),
    (error: unknown) => error,
  )
  if (!(outcome instanceof DatabaseError)) throw outcome
  return outcome
}

/** Runs as many statements as there are connections, so that every permit must be free. */
async function expectAllConnectionsFree(pool: Database): Promise<void> {
  expect(await allConnectionsRunConcurrently(pool)).toBe(true)
  expect(pool.waiting).toBe(0)
}

/** A statement that ends when a test cancels it. */
function startEndless(pool: Database) {
  const running = { isDone: false }
  const done = pool.query`select pg_sleep(600)`
    .catch((error: DatabaseError) => error.sqlState)
    .then((outcome) => {
      running.isDone = true
      return outcome
    })
  const cancel = async () => {
    await waitUntil(async () => {
      const cancelled = await database.query`
        select pg_cancel_backend(pid) from pg_stat_activity
        where query = 'select pg_sleep(600)' and state = 'active' and datname = current_database()`
      return cancelled.length === 1
    })
    expect(await done).toBe('57014')
  }
  return { running, cancel }
}

describe('bound parameters', () => {
  test('a fraction, NaN or undefined parameter is rejected before anything is sent', async () => {
    for (const amount of [1.5, 0.1 + 0.2, Number.NaN, undefined]) {
      expect(database.query`update purse set amount = ${amount} where id = 1`).rejects.toThrow(TypeError)
      await database
        .transaction(({ statement }) => statement`update purse set amount = ${amount} where id = 1`)
        .then(
          () => expect.unreachable(),
          (error) => expect(error).toBeInstanceOf(TypeError),
        )
    }
    expect(await database.query`select amount from purse where id = 1`).toEqual([{ amount: 100n }] as never)
  })

  test('a value declared as double is stored exactly in a double precision column', async () => {
    await database.query`insert into measure (id, weight) values (1, ${double(0.1)})`
    const [row] = await database.query<{ weight: number }>`select weight from measure where id = 1`
    expect(row!.weight).toBe(0.1)
  })

  test('bigint amounts are read back exactly, also beyond the safe integer range', async () => {
    for (const amount of [0n, 9_007_199_254_740_993n, 2n ** 63n - 1n]) {
      await database.query`update purse set amount = ${amount} where id = 2`
      const [row] = await database.query<{ amount: bigint }>`select amount from purse where id = 2`
      expect(row!.amount).toBe(amount)
    }
    const [row] = await database.query<{ all: bigint[] }>`select array[9007199254740993, 1]::bigint[] as all`
    expect([...row!.all]).toEqual([9_007_199_254_740_993n, 1n])
  })

  test('an object bound to jsonb is read back unchanged', async () => {
    const document = {
      list: [1, 2.5, 'three'],
      nested: { yes: true, none: null },
      text: 'a "quoted" ünïcode',
    }
    await database.query`insert into measure (id, document) values (2, ${document})`
    const [row] = await database.query`
      select jsonb_typeof(document) as type, document->'list'->>2 as third, document from measure where id = 2`
    expect(row).toEqual({ type: 'object', third: 'three', document })
  })

  test('a value that cannot be serialized to JSON throws and leaves its connection and permit free', async () => {
    const pool = testDatabase.another({ poolSize: 2 })
    const circle: Record<string, unknown> = {}
    circle.circle = circle
    for (let round = 0; round < 5; round++) {
      await errorOf(pool.query`select ${circle}::jsonb`)
      await errorOf(pool.query`select ${{ amount: 1n }}::jsonb`)
    }
    await expectAllConnectionsFree(pool)
  })
})

describe('a database error', () => {
  test('a database error has the SQLSTATE, the constraint, the statement and the calling function in its stack', async () => {
    async function spendTooMuch() {
      await database.query`update purse set amount = amount - ${1_000n} where id = ${3}`
    }
    const error = await errorOf(spendTooMuch())
    expect(error.sqlState).toBe('23514')
    expect(error.constraint).toBe('purse_not_negative')
    expect(error.message).toContain('update purse set amount = amount - ? where id = ?')
    expect(error.message).toContain('23514')
    expect(error.stack).toContain('spendTooMuch')
    expect(error.stack).toContain('update purse set amount')
  })

  test('a database error in a transaction has the same details and the function inside it', async () => {
    async function insertTwice() {
      await database.transaction(async ({ statement }) => {
        async function insertPurseAgain() {
          await statement`insert into purse (id, amount) values (3, 1)`
        }
        await insertPurseAgain()
      })
    }
    const error = await errorOf(insertTwice())
    expect(isUniqueViolation(error, 'purse_pkey')).toBe(true)
    expect(error.stack).toContain('insertPurseAgain')
    expect(error.statement).toBe('insert into purse (id, amount) values (3, 1)')
  })

  test('a swallowed error in a transaction still fails the commit, and nothing is written', async () => {
    const error = await errorOf(
      database.transaction(async ({ statement }) => {
        await statement`update purse set amount = 7 where id = 4`
        await statement`insert into purse (id, amount) values (4, 1)`.catch(() => {})
      }),
    )
    expect(error.message).toContain('begin … commit')
    expect(await database.query`select amount from purse where id = 4`).toEqual([{ amount: 100n }] as never)
  })

  test('an error of the caller passes through a transaction unchanged and rolls it back', async () => {
    const own = new Error('a change of mind')
    const outcome = await database
      .transaction(async ({ statement }) => {
        await statement`update purse set amount = 7 where id = 4`
        throw own
      })
      .catch((error: unknown) => error)
    expect(outcome).toBe(own)
    expect(await database.query`select amount from purse where id = 4`).toEqual([{ amount: 100n }] as never)
  })
})

describe('the connection pool', () => {
  for (const state of ['fresh', 'warm']) {
    test(`one slow statement does not block other callers (${state} pool of 4)`, async () => {
      const pool = testDatabase.another({ poolSize: 4 })
      if (state === 'warm') await expectAllConnectionsFree(pool)
      const slow = startEndless(pool)
      await Promise.all(Array.from({ length: 20 }, () => pool.query`select 1`))
      expect(slow.running.isDone).toBe(false)
      await slow.cancel()
    })
  }

  test('a transaction with a row lock does not block other callers while some wait for that row', async () => {
    const pool = testDatabase.another({ poolSize: 4 })
    const letGo = Promise.withResolvers<void>()
    const locks = Promise.withResolvers<void>()
    const lockHolder = pool.transaction(async ({ statement }) => {
      await statement`update purse set amount = amount + 1 where id = 5`
      locks.resolve()
      await letGo.promise
      // On the driver's own pool this statement could be queued behind one that waits for this transaction.
      await statement`select amount from purse where id = 5`
    })
    await locks.promise
    let waitersDone = 0
    const waiters = [1, 2].map(() =>
      pool.query`update purse set amount = amount + 1 where id = 5`.then(() => waitersDone++),
    )
    await waitUntil(async () => {
      const waiting = await database.query`
        select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
      return waiting.length === 2
    })
    // A statement queued behind those would wait until this test releases the lock.
    await Promise.all(Array.from({ length: 20 }, () => pool.query`select amount from purse where id = 6`))
    expect(waitersDone).toBe(0)
    letGo.resolve()
    await Promise.all([lockHolder, ...waiters])
    expect(await pool.query`select amount from purse where id = 5`).toEqual([{ amount: 103n }] as never)
  })

  test('the pool rejects callers with OVERLOADED when its queue is full, and serves the others', async () => {
    const pool = testDatabase.another({ poolSize: 2, queueLimit: 10 })
    await expectAllConnectionsFree(pool)
    const outcomes = await Promise.allSettled(
      Array.from({ length: 40 }, () => pool.query`select pg_sleep(0.05)`),
    )
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(refused.length).toBe(28)
    for (const { reason } of refused) {
      expect(reason).toBeInstanceOf(Refusal)
      expect(reason.code).toBe('OVERLOADED')
      expect(reason.status).toBe(503)
    }
    await expectAllConnectionsFree(pool)
  })

  test('the pool rejects a statement or transaction that waited too long with OVERLOADED', async () => {
    const pool = testDatabase.another({ poolSize: 1, waitLimitMs: 300 })
    const slow = startEndless(pool)
    let entered = false
    const waiters = await Promise.allSettled([
      pool.query`select 1`,
      pool.transaction(async () => {
        entered = true
      }),
    ])
    for (const outcome of waiters) {
      expect(outcome.status).toBe('rejected')
      expect((outcome as PromiseRejectedResult).reason.code).toBe('OVERLOADED')
    }
    expect(entered).toBe(false)
    await slow.cancel()
    await expectAllConnectionsFree(pool)
  })
})

describe('the time limits of the server', () => {
  test('a statement that runs too long fails with 57014, and its connection stays usable', async () => {
    const pool = testDatabase.another({ poolSize: 1, statementTimeoutMs: 200 })
    const error = await errorOf(pool.query`select pg_sleep(30)`)
    expect(error.sqlState).toBe('57014')
    expect(isTimeout(error)).toBe(true)
    expect(await pool.query`select 1 as one`).toEqual([{ one: 1 }] as never)
  })

  test('a lock wait that takes too long fails with 55P03, and its connection stays usable', async () => {
    const pool = testDatabase.another({ poolSize: 1, lockTimeoutMs: 200 })
    await database.transaction(async ({ statement }) => {
      await statement`update purse set amount = amount where id = 7`
      const error = await errorOf(pool.query`update purse set amount = 0 where id = 7`)
      expect(error.sqlState).toBe('55P03')
      expect(isTimeout(error)).toBe(true)
      const second = await errorOf(
        pool.transaction(({ statement: inner }) => inner`update purse set amount = 0 where id = 7`),
      )
      expect(second.sqlState).toBe('55P03')
    })
    expect(await pool.query`select amount from purse where id = 7`).toEqual([{ amount: 100n }] as never)
    await expectAllConnectionsFree(pool)
  })

  test('an idle transaction is cut off with 25P03, its writes are rolled back and the pool recovers', async () => {
    const pool = testDatabase.another({ poolSize: 1, idleInTransactionTimeoutMs: 500 })
    const straggler = Promise.withResolvers<unknown>()
    const error = await errorOf(
      pool.transaction(async ({ statement }) => {
        await statement`update purse set amount = 0 where id = 8`
        await Bun.sleep(2_000)
        // The pool now has a new connection in the same slot; this statement must not reach it.
        const late = statement`update purse set amount = 1 where id = 8`
        straggler.resolve(errorOf(late))
        await late
      }),
    )
    expect(error.sqlState ?? error.driverCode).toBe('25P03')
    await expectAllConnectionsFree(pool)
    expect(await straggler.promise).toBeInstanceOf(DatabaseError)
    expect(await pool.query`select amount from purse where id = 8`).toEqual([{ amount: 100n }] as never)
  })
})

test('a statement that the driver refuses before it is sent returns its connection', async () => {
  const single = testDatabase.another({ poolSize: 1, waitLimitMs: 1_000 })
  // The driver throws for it; for other errors it rejects.
  const refused = Object.assign(['select 1'], { raw: ['select 1'] }) as unknown as TemplateStringsArray
  for (let attempt = 0; attempt < 3; attempt++) {
    await errorOf(single.query(refused))
    expect(single.busy).toBe(0)
  }
  expect(await single.query`select 1 as one`).toEqual([{ one: 1 }])
})
