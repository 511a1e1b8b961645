import { expect, test } from 'bun:test'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { isSamePlan, planFieldsOf, planPatchOf } from './plan-fields.ts'

const PLAN = {
  title: 'Owls',
  description: '',
  type: 'PUBLIC',
  startsAt: '2036-11-02T08:00:00.000Z',
  endsAt: null,
  entryFeeGems: 0,
  prizePoolGems: 0,
  prizeTable: [50, 30, 20],
  minParticipants: 2,
  minPrizeScore: 50,
  maxDurationSeconds: 600,
  runs: 1,
  questionsPerAttempt: null,
  questionIds: ['a'],
} as unknown as Api.ContestPlan

test('a plan that is read and not changed sends nothing', () => {
  const fields = planFieldsOf(PLAN)
  expect(isSamePlan(fields, { ...fields, title: 'Owls ' })).toBe(true)
  expect(planPatchOf(fields, fields)).toEqual({})
})

test('only changed fields are sent, in the units of the service', () => {
  const fields = planFieldsOf(PLAN)
  const changed = { ...fields, maxMinutes: '', prizeTable: '60,40', questionsPerAttempt: '1', runs: '3' }
  expect(planPatchOf(changed, fields)).toEqual({
    maxDurationSeconds: null,
    prizeTable: [60, 40],
    questionsPerAttempt: 1,
    runs: 3,
  })
})

test('a changed time carries the zone of the author', () => {
  const fields = planFieldsOf(PLAN)
  const { timeZone, startsAt } = planPatchOf({ ...fields, startsAt: '' }, fields)
  expect([typeof timeZone, startsAt]).toEqual(['string', null])
})
