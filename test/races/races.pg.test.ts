import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { openApiText } from '../../src/app/commands/openapi.ts'
import { ESCROW_CHECKS } from '../../src/app/compose/escrow-checks.ts'
import { auditLedger } from '../../src/modules/rewards/audit/audit-ledger.ts'
import { operationsOf } from '../harness/operations/operations.ts'
import { RaceBed } from './bed.ts'
import { IDENTITY_RACES } from './identity.ts'
import { LEARNING_RACES } from './learning.ts'
import { MONEY_RACES } from './money.ts'
import { NO_VALUE } from './no-value.ts'
import { OFFICE_RACES } from './office.ts'
import { PLAY_RACES } from './play.ts'
import { runRace } from './race.ts'

setDefaultTimeout(120_000)

const RACES = [...LEARNING_RACES, ...PLAY_RACES, ...MONEY_RACES, ...IDENTITY_RACES, ...OFFICE_RACES]

let bed: RaceBed
beforeAll(async () => {
  bed = await RaceBed.open()
})
afterAll(() => bed.service.stop())

test('every operation that changes something has a race here, or a reason why it needs none', () => {
  const unsafe = operationsOf(JSON.parse(openApiText()))
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => `${method} ${path.replace('/api/v2', '')}`)
  const raced = new Set(RACES.map(({ operation }) => operation))
  const excused = Object.values(NO_VALUE).flat()
  expect(excused.filter((name) => raced.has(name))).toEqual([])
  expect([...raced, ...excused].sort()).toEqual(unsafe.sort())
})

describe('many of the same at once have one effect, with a key each and with one key', () => {
  for (const race of RACES) {
    test(`${race.operation}${race.what ? `: ${race.what}` : ''}`, async () => {
      expect(await runRace(bed, race)).toEqual({ apart: race.apart ?? 1, together: 1, faults: [] })
    })
  }
})

test('the books close after all of them', async () => {
  expect((await auditLedger(bed.service.test.database, ESCROW_CHECKS)).faults).toEqual([])
})
