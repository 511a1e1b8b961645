import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { openApiText } from '../../src/app/commands/openapi.ts'
import { ESCROW_CHECKS } from '../../src/app/escrow-checks.ts'
import { auditLedger } from '../../src/modules/ledger/public/audit-ledger.ts'
import { operationsOf } from '../harness/operations/operations.ts'
import { ACCOUNT_RACES } from './account-races.ts'
import { ADMIN_AND_WEBHOOK_RACES } from './admin-and-webhook-races.ts'
import { CONTEST_AND_BATTLE_RACES } from './contest-and-battle-races.ts'
import { LEARNING_RACES } from './learning-races.ts'
import { OPERATIONS_WITHOUT_RACE } from './operations-without-race.ts'
import { PAYMENT_RACES } from './payment-races.ts'
import { RaceFixture } from './race-fixture.ts'
import { runRace } from './run-race.ts'

const RACES = [
  ...LEARNING_RACES,
  ...CONTEST_AND_BATTLE_RACES,
  ...PAYMENT_RACES,
  ...ACCOUNT_RACES,
  ...ADMIN_AND_WEBHOOK_RACES,
]

let fixture: RaceFixture
beforeAll(async () => {
  fixture = await RaceFixture.open()
})
afterAll(() => fixture.service.stop())

test('every operation that changes data has a race or a reason why it needs none', () => {
  const unsafe = operationsOf(JSON.parse(openApiText()))
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => `${method} ${path.replace('/api/v2', '')}`)
  const raced = new Set(RACES.map(({ operation }) => operation))
  const excused = Object.values(OPERATIONS_WITHOUT_RACE).flat()
  expect(excused.filter((name) => raced.has(name))).toEqual([])
  expect([...raced, ...excused].sort()).toEqual(unsafe.sort())
})

describe('concurrent requests have the expected effects, with different keys and with one key', () => {
  for (const race of RACES) {
    test(`${race.operation}${race.what ? `: ${race.what}` : ''} has the expected effects under concurrent requests`, async () => {
      expect(await runRace(fixture, race)).toEqual({
        distinctKeys: race.distinctKeys ?? 1,
        sameKey: 1,
        faults: [],
      })
    })
  }
})

test('the ledger audit passes after all races', async () => {
  expect((await auditLedger(fixture.service.test.database, ESCROW_CHECKS)).faults).toEqual([])
})
