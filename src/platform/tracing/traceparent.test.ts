import { expect, test } from 'bun:test'
import { readTraceparent, writeTraceparent } from './traceparent.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const SPAN = '00f067aa0ba902b7'

test('a traceparent is read and written in the W3C format', () => {
  const header = `00-${TRACE}-${SPAN}-01`
  const context = readTraceparent(header)!
  expect(context).toEqual({ traceId: TRACE, spanId: SPAN, flags: 1 })
  expect(writeTraceparent(context)).toBe(header)
  expect(readTraceparent(`00-${TRACE}-${SPAN}-00`)?.flags).toBe(0)
})

test('a traceparent of a later version is parsed as far as it is known', () => {
  expect(readTraceparent(`01-${TRACE}-${SPAN}-01-what-else`)?.traceId).toBe(TRACE)
})

test('an invalid traceparent starts a new trace', () => {
  for (const header of [
    '',
    'nonsense',
    `ff-${TRACE}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-01-more`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE}-${SPAN}`,
  ])
    expect([header, readTraceparent(header)]).toEqual([header, undefined])
})
