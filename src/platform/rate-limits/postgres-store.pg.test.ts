import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { describeRateLimitStore } from '../../../test/harness/rate-limit-contract.ts'
import { nowMs, useClock, useSystemClock } from '../clock.ts'
import { deleteFullBuckets, PostgresRateLimitStore } from './postgres-store.ts'
import { bucketOf, type RateLimitPolicy } from './rate-limit.ts'

let testDatabase: TestDatabase
let stores: PostgresRateLimitStore[]
let turn = 0
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  stores = [
    new PostgresRateLimitStore(testDatabase.database.autocommit),
    new PostgresRateLimitStore(testDatabase.another().autocommit),
  ]
})
afterAll(() => testDatabase?.drop())

// Alternates between two pools, like two processes that share one limit.
describeRateLimitStore('in PostgreSQL', () => stores[turn++ % 2]!)

const POLICY: RateLimitPolicy = { name: 'sweep', count: 3, windowSeconds: 60 }

test('full buckets are deleted, and buckets in use stay', async () => {
  const db = testDatabase.database.autocommit
  await db`delete from rate_limit`
  let instant = nowMs()
  useClock(() => instant)
  try {
    const [store] = stores
    for (let count = 0; count < 3; count++) await store!.take(POLICY, 'early')
    instant += 30_000
    for (let count = 0; count < 3; count++) await store!.take(POLICY, 'late')
    instant += 30_001
    await deleteFullBuckets(db)
    expect(await db`select bucket from rate_limit`).toEqual([{ bucket: bucketOf(POLICY, 'late') }])
    // The rows contain no address.
    expect(bucketOf(POLICY, 'late')).not.toContain('late')
    expect((await store!.take(POLICY, 'early')).remaining).toBe(2)
    expect((await store!.take(POLICY, 'late')).remaining).toBe(0)
  } finally {
    useSystemClock()
  }
})

test('limits stay exact while full buckets are deleted concurrently', async () => {
  const [store] = stores
  const db = testDatabase.database.autocommit
  let sweeping = true
  const sweeps = (async () => {
    while (sweeping) await deleteFullBuckets(db)
  })()
  try {
    for (let round = 0; round < 5; round++) {
      const outcomes = await Promise.all(
        Array.from({ length: 60 }, () => store!.take(POLICY, `swept ${round}`)),
      )
      expect(outcomes.filter((outcome) => outcome.allowed)).toHaveLength(3)
    }
  } finally {
    sweeping = false
    await sweeps
  }
})

test('a statement that read the clock before the others and runs after them is refused', async () => {
  const [store] = stores
  let instant = nowMs()
  useClock(() => instant)
  try {
    for (let count = 0; count < 3; count++) await store!.take(POLICY, 'a late statement')
    instant -= 5_000
    expect((await store!.take(POLICY, 'a late statement')).allowed).toBe(false)
  } finally {
    useSystemClock()
  }
})

test('all processes use the clock of the database, whatever their own clocks say', async () => {
  const [store] = stores
  const key = 'the clock of the database'
  const system = Date.now
  try {
    for (let count = 0; count < 3; count++) expect((await store!.take(POLICY, key)).allowed).toBe(true)
    // The clock of this process is an hour ahead, then an hour late.
    Date.now = () => system() + 3_600_000
    expect((await store!.take(POLICY, key)).allowed).toBe(false)
    Date.now = () => system() - 3_600_000
    expect(await store!.take(POLICY, key)).toMatchObject({ allowed: false, resetSeconds: 20 })
  } finally {
    Date.now = system
  }
})
