import { expect, test } from 'bun:test'
import { requestedRange } from './requested-range.ts'

const of = (range: string, more: Record<string, string> = {}) =>
  requestedRange(new Request('http://localhost/', { headers: { range, ...more } }), 100)

test.each([
  ['bytes=0-9', { from: 0, to: 9 }],
  ['bytes=90-', { from: 90, to: 99 }],
  ['bytes=90-500', { from: 90, to: 99 }],
  ['bytes=-10', { from: 90, to: 99 }],
  ['bytes=-500', { from: 0, to: 99 }],
])('%s is a part of the file', (range, part) => {
  expect(of(range)).toEqual(part)
})

test.each(['bytes=100-', 'bytes=500-600', 'bytes=-0'])('%s is outside of the file', (range) => {
  expect(of(range)).toBe('unsatisfiable')
})

test.each(['bytes=9-0', 'bytes=-', 'bytes=0-1,3-4', 'lines=0-1', 'bytes=a-b', `bytes=${'9'.repeat(30)}-`])(
  '%s is ignored',
  (range) => {
    expect(of(range)).toBeUndefined()
  },
)

test('a condition that no response can meet returns the whole file', () => {
  expect(of('bytes=0-9', { 'if-range': '"x"' })).toBeUndefined()
})
