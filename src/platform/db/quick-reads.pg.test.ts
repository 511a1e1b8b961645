import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { createTestNetwork } from '../../../test/harness/processes/network.ts'
import { until } from '../../../test/harness/until.ts'
import { DatabaseFault, isUnavailable } from './faults.ts'
import { QuickReads } from './quick-reads.ts'

let fixture: TestDatabase
let quick: QuickReads

beforeAll(async () => {
  fixture = await createTestDatabase()
  quick = new QuickReads({ url: fixture.url })
  await fixture.database.query`create table item (id int primary key, name text not null)`
  await fixture.database.query`insert into item select n, 'item ' || n from generate_series(1, 1000) n`
})
afterAll(async () => {
  await quick.close()
  await fixture.drop()
})

test('a thousand reads at once get each its own row', async () => {
  const rows = await Promise.all(
    Array.from({ length: 1000 }, (_, index) => quick.query`select name from item where id = ${index + 1}`),
  )
  expect(rows.map(([row]) => row?.name)).toEqual(rows.map((_, index) => `item ${index + 1}`))
})

test('the server refuses a write', async () => {
  const fault = await quick.query`delete from item`.catch((refused) => refused)
  expect(fault).toBeInstanceOf(DatabaseFault)
  expect(fault.sqlState).toBe('25006')
  expect((await quick.query`select count(*)::int as count from item`)[0]).toEqual({ count: 1000 })
})

test('a read does not wait for a row that somebody is changing', async () => {
  await fixture.database.transaction(async ({ statement }) => {
    await statement`update item set name = 'changed' where id = 1`
    // One that waited would wait for what comes after it here, and be cut off after a second.
    expect((await quick.query`select name from item where id = ${1}`)[0]).toEqual({ name: 'item 1' })
    await statement`update item set name = 'item 1' where id = 1`
  })
})

test('what is slow is cut off after a second', async () => {
  const fault = await quick.query`select pg_sleep(5)`.catch((refused) => refused)
  expect(fault.sqlState).toBe('57014')
})

test('after its connections were cut the lane works again', async () => {
  const outcomes = Array.from({ length: 50 }, () =>
    quick.query`select pg_sleep(0.05)`.catch((fault) => fault),
  )
  await fixture.database.query`
    select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'lyceum-quick'`
  for (const outcome of await Promise.all(outcomes)) {
    expect(outcome instanceof DatabaseFault ? isUnavailable(outcome) : Array.isArray(outcome)).toBe(true)
  }
  await until(async () => (await quick.query`select 1 as one`.catch(() => [])).length === 1)
})

test('a server that is frozen is given up on within seconds, and the lane works again after it', async () => {
  const network = await createTestNetwork(fixture.url)
  const lane = new QuickReads({ url: network.url })
  try {
    await Promise.all(Array.from({ length: 20 }, () => lane.query`select 1`))
    network.freeze()
    const started = performance.now()
    const faults = await Promise.all(
      Array.from({ length: 100 }, (_, number) => lane.query`select ${number}::int`.catch((fault) => fault)),
    )
    const took = performance.now() - started
    expect(faults.every(isUnavailable)).toBe(true)
    expect(took).toBeGreaterThan(3_000)
    expect(took).toBeLessThan(30_000)
    network.thaw()
    await until(async () => (await lane.query`select 1 as one`.catch(() => [])).length === 1)
  } finally {
    network.thaw()
    await lane.close()
    await network.close()
  }
}, 120_000)

test('a fraction is refused before anything is sent', async () => {
  expect(quick.query`select ${1.5}::bigint`).rejects.toThrow('whole numbers only')
})
