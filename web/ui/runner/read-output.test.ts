import { expect, test } from 'bun:test'
import { readOutput } from './read-output.ts'

test('outputs of the workers are read', () => {
  for (const output of [
    { type: 'line', text: 'rice', isError: false },
    { type: 'table', columns: ['id'], rows: [['1']], isCut: false },
    { type: 'error', text: 'TypeError: x', line: 3 },
    { type: 'cut' },
  ])
    expect(readOutput(output) as unknown).toEqual(output)
})

test('a message of another shape is ignored', () => {
  for (const message of [
    undefined,
    7,
    { type: 'line', text: { toString: 1 } },
    { type: 'error' },
    { type: 'table', columns: ['id'], rows: [[{}]] },
    { type: 'table', columns: 3, rows: [] },
    { type: 'loaded' },
  ])
    expect(readOutput(message)).toBeUndefined()
})
