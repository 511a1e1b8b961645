import { expect, test } from 'bun:test'
import { differenceOf, readableOf } from './difference.ts'

test('only fields that differ are listed, by their names', () => {
  const before = { totalXP: 5, totalGems: 60, isPremium: false }
  const after = { totalXP: 5, totalGems: 100, amount: 40, isPremium: false }
  expect(differenceOf(before, after)).toEqual([
    { field: 'amount', before: undefined, after: 40 },
    { field: 'totalGems', before: 60, after: 100 },
  ])
})

test('a record that is created or deleted differs in all its fields', () => {
  expect(differenceOf(null, { name: 'Ada' })).toEqual([{ field: 'name', before: undefined, after: 'Ada' }])
  expect(differenceOf({ name: 'Ada' }, null)).toEqual([{ field: 'name', before: 'Ada', after: undefined }])
  expect(differenceOf(null, null)).toEqual([])
})

test('null differs from a missing field, and lists are compared by their content', () => {
  expect(differenceOf({ until: null, tags: ['a'] }, { tags: ['a'] })).toEqual([
    { field: 'until', before: null, after: undefined },
  ])
})

test('a time, a yes or no, a number, a list and a record are recognised', () => {
  expect(readableOf('2026-11-02T08:00:00.000Z')).toEqual({
    kind: 'time',
    at: new Date('2026-11-02T08:00:00.000Z'),
  })
  expect(readableOf('2026-11-02')).toEqual({ kind: 'text', text: '2026-11-02' })
  expect(readableOf(false)).toEqual({ kind: 'answer', isYes: false })
  expect(readableOf(['KE', 'UG'])).toEqual({
    kind: 'list',
    items: [
      { kind: 'text', text: 'KE' },
      { kind: 'text', text: 'UG' },
    ],
  })
  expect(readableOf({ count: 600, windowSeconds: 60 })).toEqual({
    kind: 'record',
    fields: [
      ['count', { kind: 'number', number: 600 }],
      ['windowSeconds', { kind: 'number', number: 60 }],
    ],
  })
  for (const nothing of [null, '', [], {}]) expect(readableOf(nothing)).toEqual({ kind: 'nothing' })
})

test('a value with levels below it stays its JSON', () => {
  expect(readableOf([{ id: 1 }])).toEqual({ kind: 'text', text: '[{"id":1}]' })
})
