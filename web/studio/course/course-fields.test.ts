import { expect, test } from 'bun:test'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { differingFields, fieldsOf, isSame, patchOf, proposedChoice } from './course-fields.ts'

const BASE = fieldsOf({
  title: 'Keys',
  description: 'How to keep them.',
  category: 'WEB',
  level: 'BEGINNER',
  isPremium: false,
  topicId: 't1',
  skills: ['care', 'security'],
  bonusXp: 50,
  bonusGems: 0,
  requiredScore: null,
} as unknown as Api.EditedCourse)

test('spaces around texts and between skills are no change', () => {
  expect(isSame(BASE, { ...BASE, title: ' Keys ', skills: 'care,security, ' })).toBe(true)
})

test('a patch has only what the author has changed, in the form of the API', () => {
  expect(patchOf(BASE, BASE)).toEqual({})
  const fields = { ...BASE, skills: 'care, care, locks', requiredScore: '70', bonusXp: '' }
  expect(patchOf(fields, BASE)).toEqual({ skills: ['care', 'locks'], requiredScore: 70, bonusXp: 0 })
  expect(patchOf(BASE, fields)).toEqual({ skills: ['care', 'security'], requiredScore: null, bonusXp: 50 })
})

test('of two versions, mine is proposed where I have changed something, and theirs elsewhere', () => {
  const mine = { ...BASE, title: 'My keys', description: 'Mine.' }
  const theirs = { ...BASE, title: 'Your keys', level: 'ADVANCED' as const, description: 'Mine.' }
  expect(differingFields(mine, theirs)).toEqual(['title', 'level'])
  expect([...proposedChoice(mine, theirs, BASE)]).toEqual([
    ['title', 'mine'],
    ['level', 'theirs'],
  ])
})
