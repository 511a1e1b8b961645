import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { log } from '../../src/platform/log.ts'
import { createTestDatabase, type TestDatabase } from '../harness/database.ts'
import { PAYMENT_RACES } from '../races/payment-races.ts'
import { RaceFixture } from '../races/race-fixture.ts'
import { dropCommitReplies, type UnacknowledgedCommits } from './unacknowledged-commits.ts'

const ON_CHAIN = ['POST /payment/off-ramp/initiate', 'POST /blockchain/link-wallet']

const { level } = log
let database: TestDatabase
let commits: UnacknowledgedCommits
let fixture: RaceFixture
beforeAll(async () => {
  database = await createTestDatabase()
  commits = await dropCommitReplies(database.url)
  fixture = await RaceFixture.open({ DATABASE_URL: commits.databaseUrl, LOG_LEVEL: 'silent' }, database)
})
afterAll(async () => {
  await fixture?.service.stop()
  commits?.close()
  await database?.drop()
  log.level = level
})

describe('an operation whose commit reply is lost in a hanging connection, and that is retried', () => {
  for (const race of PAYMENT_RACES.filter(({ operation }) => ON_CHAIN.includes(operation))) {
    test.concurrent(`${race.operation}${race.what ? `: ${race.what}` : ''} runs once and its response is stored`, async () => {
      const { token, body, effects } = await race.stage(fixture)
      const request = {
        token,
        body: typeof body === 'function' ? body(0) : body,
        headers: { 'idempotency-key': Bun.randomUUIDv7() },
      }
      const first = await fixture.service.call(race.operation, request)
      expect(first.status).toBe(503)
      expect(await effects()).toBe(1)
      const again = await fixture.service.call(race.operation, request)
      expect([again.status < 300, again.headers.get('idempotency-replayed')]).toEqual([true, 'true'])
      expect(await effects()).toBe(1)
    })
  }
})
