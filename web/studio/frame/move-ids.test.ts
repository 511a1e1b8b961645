import { expect, test } from 'bun:test'
import { moveIds } from './move-ids.ts'

test('items move before or after another one, and keep their order among each other', () => {
  expect(moveIds(['a', 'b', 'c', 'd'], new Set(['a']), 'c', 'after')).toEqual(['b', 'c', 'a', 'd'])
  expect(moveIds(['a', 'b', 'c', 'd'], new Set(['d']), 'a', 'before')).toEqual(['d', 'a', 'b', 'c'])
  expect(moveIds(['a', 'b', 'c', 'd'], new Set(['c', 'a']), 'd', 'after')).toEqual(['b', 'd', 'a', 'c'])
  expect(moveIds(['a', 'b'], new Set(['a']), 'a', 'after')).toEqual(['a', 'b'])
})
