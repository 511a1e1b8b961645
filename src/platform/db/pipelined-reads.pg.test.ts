import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { createNetworkProxy } from '../../../test/harness/processes/network-proxy.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { DatabaseError, isUnavailable } from './database-error.ts'
import { PipelinedReads } from './pipelined-reads.ts'

let fixture: TestDatabase
let pipelined: PipelinedReads

beforeAll(async () => {
  fixture = await createTestDatabase()
  pipelined = new PipelinedReads({ url: fixture.url })
  await fixture.database.query`create table item (id int primary key, name text not null)`
  await fixture.database.query`insert into item select n, 'item ' || n from generate_series(1, 1000) n`
})
afterAll(async () => {
  await pipelined.close()
  await fixture.drop()
})

test('a thousand concurrent pipelined reads each get their own row', async () => {
  const rows = await Promise.all(
    Array.from(
      { length: 1000 },
      (_, index) => pipelined.query`select name from item where id = ${index + 1}`,
    ),
  )
  expect(rows.map(([row]) => row?.name)).toEqual(rows.map((_, index) => `item ${index + 1}`))
})

test('a write on a pipelined connection is rejected by the server', async () => {
  const error = await pipelined.query`delete from item`.catch((refused) => refused)
  expect(error).toBeInstanceOf(DatabaseError)
  expect(error.sqlState).toBe('25006')
  expect((await pipelined.query`select count(*)::int as count from item`)[0]).toEqual({ count: 1000 })
})

test('a pipelined read does not wait for a locked row', async () => {
  await fixture.database.transaction(async ({ statement }) => {
    await statement`update item set name = 'changed' where id = 1`
    // A read that waited would block on the code below and time out after a second.
    expect((await pipelined.query`select name from item where id = ${1}`)[0]).toEqual({ name: 'item 1' })
    await statement`update item set name = 'item 1' where id = 1`
  })
})

test('a slow pipelined read is cut off after a second', async () => {
  const error = await pipelined.query`select pg_sleep(5)`.catch((refused) => refused)
  expect(error.sqlState).toBe('57014')
})

test('pipelined reads work again after their connections were cut', async () => {
  const outcomes = Array.from({ length: 50 }, () =>
    pipelined.query`select pg_sleep(0.05)`.catch((error) => error),
  )
  await fixture.database.query`
    select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'lyceum-pipelined'`
  for (const outcome of await Promise.all(outcomes)) {
    expect(outcome instanceof DatabaseError ? isUnavailable(outcome) : Array.isArray(outcome)).toBe(true)
  }
  await waitUntil(async () => (await pipelined.query`select 1 as one`.catch(() => [])).length === 1)
})

test('pipelined reads fail within seconds on a frozen server, and work again afterwards', async () => {
  const network = await createNetworkProxy(fixture.url)
  const reads = new PipelinedReads({ url: network.url })
  try {
    await Promise.all(Array.from({ length: 20 }, () => reads.query`select 1`))
    network.freeze()
    const started = performance.now()
    const errors = await Promise.all(
      Array.from({ length: 100 }, (_, number) => reads.query`select ${number}::int`.catch((error) => error)),
    )
    const took = performance.now() - started
    expect(errors.every(isUnavailable)).toBe(true)
    expect(took).toBeGreaterThan(3_000)
    expect(took).toBeLessThan(30_000)
    network.thaw()
    await waitUntil(async () => (await reads.query`select 1 as one`.catch(() => [])).length === 1)
  } finally {
    network.thaw()
    await reads.close()
    await network.close()
  }
})

test('a fraction is rejected before anything is sent on a pipelined connection', async () => {
  expect(pipelined.query`select ${1.5}::bigint`).rejects.toThrow('whole numbers only')
})
