import { expect, test } from 'bun:test'
import { countTraits, isSameTest, testPatchOf } from './test-fields.ts'

const base = { questionCount: '8', passPercent: '80', isRequiredForCertificate: false }

test('the form sends only the rules that have changed', () => {
  expect(isSameTest({ ...base, questionCount: ' 8' }, base)).toBe(true)
  expect(testPatchOf({ ...base, passPercent: '70', isRequiredForCertificate: true }, base)).toEqual({
    passPercent: 70,
    isRequiredForCertificate: true,
  })
  expect(isSameTest({ ...base, questionCount: '' }, { ...base, questionCount: '' })).toBe(true)
})

test('skills and difficulties are counted, the most frequent first', () => {
  const pool = [
    { skill: null, difficulty: 'EASY' as const },
    { skill: 'keys', difficulty: 'HARD' as const },
    { skill: 'keys', difficulty: 'EASY' as const },
  ]
  expect(countTraits(pool)).toEqual({
    skills: [
      ['keys', 2],
      [null, 1],
    ],
    difficulties: [
      ['EASY', 2],
      ['HARD', 1],
    ],
  })
})
