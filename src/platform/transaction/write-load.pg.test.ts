import { afterAll, beforeAll, expect, test } from 'bun:test'
import { allConnectionsRunConcurrently, installBarrier } from '../../../test/harness/connection-barrier.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { seededRandom } from '../../../test/harness/random.ts'
import { reportMeasurement } from '../../../test/harness/report-measurement.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import type { Database } from '../db/database.ts'
import { DatabaseError, isUnavailable } from '../db/database-error.ts'
import { defineRefusals, Refusal, withCommit } from '../errors.ts'
import { startJobRunner } from '../jobs/job-runner.ts'
import { defineJob, jobHandler } from './define-job.ts'
import { reactionTable } from './reactions.ts'
import type { Tx } from './tx.ts'
import { createWrite, type Write } from './write.ts'

const TRANSFERS = 20_000
const UNSAFE_CONTROL_TRANSFERS = 2_000
const AT_ONCE = 200
const CUT_EVERY_MS = 100
const ACCOUNTS = 50
const START_BALANCE = 1_000_000n

type ExpectedOutcome = 'commit' | 'throw' | 'division by zero' | 'duplicate' | 'refuse' | 'refuse remembered'

interface Transfer {
  id: number
  payer: number
  payee: number
  amount: bigint
  expected: ExpectedOutcome
}

type Outcome = 'done' | 'thrown' | 'sql error' | 'refused' | 'remembered' | 'overloaded' | 'connection lost'

const settled = defineJob<{ transfer: number }>('storm-settled', { concurrency: 400 })
const errors = defineRefusals({
  declined: { kind: 'conflict', message: 'Not this time.' },
  declined_and_noted: { kind: 'conflict', message: 'Not this time, and it was noted.' },
})

let testDatabase: TestDatabase
let database: Database
let write: Write

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = testDatabase.database
  await installBarrier(database)
  write = createWrite(database, reactionTable([]), () => {})
  await database.withSession(({ script }) =>
    script(`
      create table account (id integer primary key, balance bigint not null) with (fillfactor = 50);
      create table ledger (transfer integer primary key, payer integer not null, payee integer not null,
        amount bigint not null);
      create table unsafe_account (id integer primary key, balance bigint not null);
      insert into account select id, ${START_BALANCE} from generate_series(1, ${ACCOUNTS}) id;
      insert into unsafe_account select id, ${START_BALANCE} from generate_series(1, ${ACCOUNTS}) id;`),
  )
})

afterAll(() => testDatabase.drop())

function planTransfers(count: number, seed: number): Transfer[] {
  const random = seededRandom(seed)
  return Array.from({ length: count }, (_, index) => {
    const payer = 1 + Math.floor(random() * ACCOUNTS)
    const payee = 1 + ((payer + Math.floor(random() * (ACCOUNTS - 1))) % ACCOUNTS)
    return {
      id: index + 1,
      payer,
      payee,
      amount: 1n + BigInt(Math.floor(random() * 500)),
      expected: expectedOutcomeOf(random()),
    }
  })
}

function expectedOutcomeOf(chance: number): ExpectedOutcome {
  if (chance < 0.1) return 'throw'
  if (chance < 0.125) return 'division by zero'
  if (chance < 0.15) return 'duplicate'
  if (chance < 0.18) return 'refuse'
  if (chance < 0.21) return 'refuse remembered'
  return 'commit'
}

async function transferMoney(tx: Tx, { id, payer, payee, amount, expected }: Transfer): Promise<void> {
  await tx`select id from account where id in (${payer}, ${payee}) order by id for update`
  await tx`
    with moved as (
      update account set balance = balance + case id when ${payer} then -${amount}::bigint else ${amount}::bigint end
      where id in (${payer}, ${payee})
    )
    insert into ledger (transfer, payer, payee, amount) values (${id}, ${payer}, ${payee}, ${amount})`
  tx.enqueue(settled, { transfer: id })
  if (expected === 'throw') throw new Error('forced')
  if (expected === 'division by zero') await tx`select 1 / (${id}::integer - ${id}::integer)`
  if (expected === 'duplicate') await tx`insert into account (id, balance) values (${payer}, 0)`
  if (expected === 'refuse') throw errors.declined()
  if (expected === 'refuse remembered') throw withCommit(errors.declined_and_noted())
}

/** Runs `work` for each item with limited concurrency. */
async function inParallel<Item>(
  items: Item[],
  concurrency: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items.values()
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (const item of queue) await work(item)
    }),
  )
}

function outcomeOfError(error: unknown): Outcome {
  if (error instanceof Refusal) {
    if (error.code === 'DECLINED') return 'refused'
    if (error.code === 'DECLINED_AND_NOTED') return 'remembered'
    if (error.code === 'OVERLOADED') return 'overloaded'
  }
  if (isUnavailable(error)) return 'connection lost'
  if (error instanceof DatabaseError && ['22012', '23505'].includes(error.sqlState ?? '')) return 'sql error'
  if (error instanceof Error && error.message === 'forced') return 'thrown'
  throw error
}

/** Terminates a random connection of the pool repeatedly until it is stopped. */
function startTerminator(seed: number): { stop(): Promise<number> } {
  const random = seededRandom(seed)
  const pool = testDatabase.another({ poolSize: 1, applicationName: 'terminator' })
  let isOver = false
  const running = (async () => {
    let terminated = 0
    while (!isOver) {
      await Bun.sleep(CUT_EVERY_MS)
      const backends = await pool.query<{ pid: number }>`
        select pid from pg_stat_activity
        where datname = current_database() and application_name = 'lyceum' order by pid`
      const victim = backends[Math.floor(random() * backends.length)]
      if (!victim) continue
      await pool.query`select pg_terminate_backend(${victim.pid})`
      terminated++
    }
    return terminated
  })()
  return {
    stop: () => {
      isOver = true
      return running
    },
  }
}

/** A connection that was cut while idle reports this to its next user. Here there is none. */
async function useEveryConnection(): Promise<void> {
  await waitUntil(() => allConnectionsRunConcurrently(database, 2).catch(() => false))
}

function countBy<Value>(values: Iterable<Value>): Map<Value, number> {
  const counts = new Map<Value, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

async function sumOf(table: 'account' | 'unsafe_account'): Promise<bigint> {
  const [row] =
    table === 'account'
      ? await database.query<{ sum: bigint }>`select sum(balance)::bigint as sum from account`
      : await database.query<{ sum: bigint }>`select sum(balance)::bigint as sum from unsafe_account`
  return row!.sum
}

const outcomes = new Map<number, Outcome>()
let effects = 0

test('20,000 transfers at a concurrency of 200, with every kind of error and cut connections, keep all guarantees', async () => {
  const transfers = planTransfers(TRANSFERS, 20_261)
  const terminator = startTerminator(7)
  const started = performance.now()
  await inParallel(transfers, AT_ONCE, async (transfer) => {
    try {
      await write(async (tx) => {
        tx.afterCommit(() => effects++)
        await transferMoney(tx, transfer)
      })
      outcomes.set(transfer.id, 'done')
    } catch (error) {
      outcomes.set(transfer.id, outcomeOfError(error))
    }
  })
  const seconds = (performance.now() - started) / 1000
  const terminated = await terminator.stop()
  await useEveryConnection()

  const ledger = await database.query<{ transfer: number; payer: number; payee: number; amount: bigint }>`
    select transfer, payer, payee, amount from ledger`
  const stored = new Set(ledger.map(({ transfer }) => transfer))
  const lostButStored = [...outcomes].filter(
    ([id, outcome]) => outcome === 'connection lost' && stored.has(id),
  )
  reportMeasurement(
    `storm: ${TRANSFERS} transfers in ${seconds.toFixed(1)} s (${Math.round(TRANSFERS / seconds)}/s), ` +
      `${terminated} connections cut, ${JSON.stringify(Object.fromEntries(countBy(outcomes.values())))}, ` +
      `${lostButStored.length} of the lost ones committed`,
  )

  expect(outcomes.size).toBe(TRANSFERS)
  expect(terminated).toBeGreaterThan(10)
  const seen = countBy(outcomes.values())
  for (const outcome of [
    'done',
    'thrown',
    'sql error',
    'refused',
    'remembered',
    'connection lost',
  ] as const) {
    expect(seen.get(outcome) ?? 0).toBeGreaterThan(0)
  }

  for (const [id, outcome] of outcomes) {
    if (outcome === 'connection lost') continue
    if (stored.has(id) !== (outcome === 'done' || outcome === 'remembered')) {
      throw new Error(
        `Transfer ${id} returned "${outcome}", and its row is ${stored.has(id) ? '' : 'not '}there.`,
      )
    }
  }
  expect(effects).toBe((seen.get('done') ?? 0) + (seen.get('remembered') ?? 0))

  expect(await sumOf('account')).toBe(START_BALANCE * BigInt(ACCOUNTS))
  const expected = new Map(Array.from({ length: ACCOUNTS }, (_, index) => [index + 1, START_BALANCE]))
  for (const { payer, payee, amount } of ledger) {
    expected.set(payer, expected.get(payer)! - amount)
    expected.set(payee, expected.get(payee)! + amount)
  }
  const accounts = await database.query<{ id: number; balance: bigint }>`select id, balance from account`
  expect(new Map(accounts.map(({ id, balance }) => [id, balance]))).toEqual(expected)

  const enqueued = await database.query<{
    transfer: number
  }>`select (data->>'transfer')::integer as transfer from outbox`
  expect(enqueued.length).toBe(stored.size)
  expect(new Set(enqueued.map(({ transfer }) => transfer))).toEqual(stored)
})

test('after the load test no transaction is open and every permit is free', async () => {
  const open = await database.query`
    select pid, state, query from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'`
  expect(open).toHaveLength(0)
  expect(database.waiting).toBe(0)
  expect(await allConnectionsRunConcurrently(database)).toBe(true)
})

test('every outbox row of the load test becomes one job, and is run', async () => {
  const enqueued = await database.query<{ id: string; transfer: number }>`
    select id, (data->>'transfer')::integer as transfer from outbox`
  const runs: number[] = []
  const started = performance.now()
  const jobs = await startJobRunner({
    database,
    databaseUrl: testDatabase.url,
    handlers: [jobHandler(settled, async ({ transfer }) => void runs.push(transfer))],
  })
  try {
    const deadline = performance.now() + 90_000
    while (new Set(runs).size < enqueued.length && performance.now() < deadline) await Bun.sleep(50)
    const seconds = (performance.now() - started) / 1000
    reportMeasurement(`storm: ${enqueued.length} outbox rows, ${runs.length} runs in ${seconds.toFixed(1)} s`)
    expect(enqueued.length).toBeGreaterThan(TRANSFERS / 2)
    expect(new Set(runs)).toEqual(new Set(enqueued.map(({ transfer }) => transfer)))
    expect(runs.length).toBe(enqueued.length)
    expect(await database.query`select id from outbox limit 1`).toHaveLength(0)
    const made = await database.query<{ id: string }>`select id from pgboss.job where name = ${settled.name}`
    expect(made.length).toBe(enqueued.length)
    expect(new Set(made.map(({ id }) => id))).toEqual(new Set(enqueued.map(({ id }) => id)))
  } finally {
    await jobs.stop()
  }
})

test('an unsafe control that reads a balance and writes it back without a lock loses money', async () => {
  await inParallel(planTransfers(UNSAFE_CONTROL_TRANSFERS, 99), AT_ONCE, async ({ payer, payee, amount }) => {
    await write(async (tx) => {
      const rows = await tx<{ id: number; balance: bigint }>`
        select id, balance from unsafe_account where id in (${payer}, ${payee}) order by id`
      for (const { id, balance } of rows) {
        const rest = id === payer ? balance - amount : balance + amount
        await tx`update unsafe_account set balance = ${rest} where id = ${id}`
      }
    })
  })
  const missing = START_BALANCE * BigInt(ACCOUNTS) - (await sumOf('unsafe_account'))
  reportMeasurement(`unsafe control: ${missing} missing after ${UNSAFE_CONTROL_TRANSFERS} transfers`)
  expect(missing).not.toBe(0n)
})
