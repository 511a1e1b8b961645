import { expect, test } from 'bun:test'
import { differenceOf } from './difference.ts'

test('only fields that differ are listed, by their names', () => {
  const before = { totalXP: 5, totalGems: 60, isPremium: false }
  const after = { totalXP: 5, totalGems: 100, amount: 40, isPremium: false }
  expect(differenceOf(before, after)).toEqual([
    { field: 'amount', before: undefined, after: '40' },
    { field: 'totalGems', before: '60', after: '100' },
  ])
})

test('a record that is created or deleted differs in all its fields', () => {
  expect(differenceOf(null, { name: 'Ada' })).toEqual([{ field: 'name', before: undefined, after: 'Ada' }])
  expect(differenceOf({ name: 'Ada' }, null)).toEqual([{ field: 'name', before: 'Ada', after: undefined }])
  expect(differenceOf(null, null)).toEqual([])
})

test('null differs from a missing field, and lists are compared by their content', () => {
  expect(differenceOf({ until: null, tags: ['a'] }, { tags: ['a'] })).toEqual([
    { field: 'until', before: 'null', after: undefined },
  ])
})
