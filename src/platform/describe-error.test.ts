import { expect, test } from 'bun:test'
import { describeError } from './describe-error.ts'

test('an error is described by its name, message and stack', () => {
  const [first, second] = describeError(new RangeError('too far')).split('\n')
  expect(first).toBe('RangeError: too far')
  expect(second).toContain('describe-error.test.ts')
})

test('an error without a stack is described by its name and message', () => {
  const aborted = new DOMException('The connection was closed.', 'AbortError')
  expect(describeError(aborted)).toStartWith('AbortError: The connection was closed.')
  expect(describeError(Object.assign(new Error('bare'), { stack: '' }))).toBe('Error: bare')
})

test('an error is described with its causes, also when it is its own cause', () => {
  const outer = new Error('outer', { cause: new TypeError('inner', { cause: 'the wire' }) })
  const text = describeError(outer)
  expect(text).toContain('\ncaused by TypeError: inner')
  expect(text).toEndWith('\ncaused by the wire')
  const ring = new Error('ring')
  ring.cause = ring
  expect(describeError(ring)).toStartWith('Error: ring')
})

test('a plain copy of an error from the job queue is described by its message', () => {
  expect(describeError({ code: '42P01', message: 'no such table', queue: 'mail' })).toBe(
    'Error: no such table',
  )
})

test('other thrown values are described as text', () => {
  expect(describeError(null)).toBe('null')
  expect(describeError(undefined)).toBe('undefined')
  expect(describeError('text')).toBe('text')
  expect(describeError(Object.create(null))).toBeString()
  expect(describeError({ status: 7 })).toContain('status: 7')
})
