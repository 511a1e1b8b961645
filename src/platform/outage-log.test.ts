import { afterAll, afterEach, expect, mock, spyOn, test } from 'bun:test'
import { log } from './log.ts'
import { OutageLog } from './outage-log.ts'

const warned = spyOn(log, 'warn').mockImplementation(() => undefined)
const informed = spyOn(log, 'info').mockImplementation(() => undefined)
afterAll(() => mock.restore())
afterEach(() => {
  warned.mockClear()
  informed.mockClear()
})

test('a thousand failures in a row are one line, and the end of the outage is another', () => {
  const outage = new OutageLog('relay')
  for (let count = 0; count < 1_000; count++) outage.failed(new Error('refused'), 'database unavailable')
  expect(warned.mock.calls.map(([, message]) => String(message))).toEqual(['relay: database unavailable'])
  expect(JSON.stringify(warned.mock.calls[0])).toContain('refused')
  outage.succeeded()
  outage.succeeded()
  expect(informed.mock.calls).toEqual([
    [{ seconds: expect.any(Number), failures: 1_000 }, 'relay: works again'],
  ] as never)
})

test('the first failure of each outage is logged', () => {
  const outage = new OutageLog('relay')
  for (let count = 0; count < 3; count++) {
    outage.failed(new Error('refused'), 'database unavailable')
    outage.succeeded()
  }
  expect(warned).toHaveBeenCalledTimes(3)
})
