import { expect, test } from 'bun:test'
import type { RunOutput } from '../../runner/protocol.ts'
import { isExpected } from './expected-output.ts'

const line = (text: string): RunOutput => ({ type: 'line', text, isError: false })

test('printed lines are compared without the spaces at their ends', () => {
  expect(isExpected([line('order '), line('rice')], 'order\nrice\n')).toBe(true)
  expect(isExpected([line('rice'), line('order')], 'order\nrice')).toBe(false)
  expect(isExpected([line('order'), line('rice'), line('tea')], 'order\nrice')).toBe(false)
})

test('rows are compared with a bar between their cells', () => {
  const rows = [
    ['Toi', '330'],
    ['Gikomba', 'NULL'],
  ]
  const table: RunOutput = { type: 'table', columns: ['market', 'revenue'], rows, isCut: false }
  expect(isExpected([table], 'Toi | 330\nGikomba | NULL')).toBe(true)
  expect(isExpected([table], 'Gikomba | NULL\nToi | 330')).toBe(false)
})

test('output that was cut or that failed is not the expected one', () => {
  expect(isExpected([line('order'), { type: 'cut' }], 'order')).toBe(false)
  expect(isExpected([line('order'), { type: 'error', text: 'Error', line: 1 }], 'order')).toBe(false)
})
