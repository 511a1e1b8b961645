import { expect, test } from 'bun:test'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { draftOf, EMPTY_BADGE, formOf, patchOf, typeFrom } from './badge-form.ts'

const STORED: Api.EditedBadge = {
  badgeType: 'FIRST_WEEK',
  origin: 'ADMIN',
  status: 'DRAFT',
  name: 'First week',
  description: 'Learn on seven days in a row.',
  ruleKind: 'STREAK_DAYS',
  requiredProgress: 7,
  imageUrl: '/badges/first-week.webp',
  version: 3,
  createdAt: '2026-11-02T08:00:00.000Z',
  updatedAt: '2026-11-02T08:00:00.000Z',
}

test('the type of a badge is made from its name', () => {
  expect(typeFrom('First week!')).toBe('FIRST_WEEK')
  expect(typeFrom('7 Écoles')).toBe('ECOLES')
  expect(typeFrom('x'.repeat(60))).toHaveLength(40)
})

test('a draft is complete with a type, a name, a description and a whole number from one', () => {
  const whole = { ...EMPTY_BADGE, badgeType: 'A', name: 'a', description: 'b' }
  expect(draftOf(whole)?.requiredProgress).toBe(10)
  for (const missing of [
    { name: ' ' },
    { description: '' },
    { badgeType: '' },
    { requiredProgress: '0' },
    { requiredProgress: '1.5' },
  ])
    expect(draftOf({ ...whole, ...missing })).toBeUndefined()
})

test('a change sends what differs, with the version that it is based on', () => {
  expect(patchOf(formOf(STORED), STORED)).toBeUndefined()
  expect(patchOf({ ...formOf(STORED), requiredProgress: '5' }, STORED)).toEqual({
    requiredProgress: 5,
    version: 3,
  })
})
