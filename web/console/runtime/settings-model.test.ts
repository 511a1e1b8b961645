import { expect, test } from 'bun:test'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lastChangeOf, parseNumbers, storedValues } from './settings-model.ts'

const setting = <Of>(source: 'STORED' | 'ENVIRONMENT', value: Of) => ({
  source,
  value,
  environmentValue: value,
  variables: [],
})

test('a change sends back what is stored, and null for what the environment decides', () => {
  const settings: Api.RuntimeSettings = {
    version: 3,
    updatedAt: null,
    isSignUpOpen: setting('STORED', false),
    areStakesOn: setting('ENVIRONMENT', true),
    grantLimits: setting('STORED', { gems: 5, xp: 0 }),
    twoFactorRoles: setting('STORED', ['ADMIN']),
    generalLimit: setting('ENVIRONMENT', { count: 600, windowSeconds: 60 }),
    creatorLimits: setting('ENVIRONMENT', {
      courseXp: 1,
      courseGems: 2,
      poolGems: 3,
      dailyXp: 4,
      dailyGems: 5,
    }),
  }
  expect(storedValues(settings)).toEqual({
    isSignUpOpen: false,
    areStakesOn: null,
    grantLimits: { gems: 5, xp: 0 },
    twoFactorRoles: ['ADMIN'],
    generalLimit: null,
    creatorLimits: null,
  })
})

test('numbers are whole and complete', () => {
  expect(parseNumbers(['gems', 'xp'], { gems: ' 10 ', xp: '0' })).toEqual({ gems: 10, xp: 0 })
  for (const wrong of [
    { gems: '10' },
    { gems: '1.5', xp: '1' },
    { gems: '-1', xp: '1' },
    { gems: '', xp: '1' },
  ])
    expect(parseNumbers(['gems', 'xp'], wrong)).toBeUndefined()
})

test('the last change of a setting is the newest entry that names it', () => {
  const entry = (id: string, after: object | null) => ({ id, after }) as Api.AuditEntry
  const entries = [
    entry('3', { version: 3, areStakesOn: true }),
    entry('2', { isSignUpOpen: false }),
    entry('1', null),
  ]
  expect(lastChangeOf(entries, 'isSignUpOpen')?.id).toBe('2')
  expect(lastChangeOf(entries, 'generalLimit')).toBeUndefined()
})
