import { afterEach, expect, test } from 'bun:test'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { ReconnectTimer } from '../src/reconnect-timer.ts'

const browser = globalThis as { document?: unknown }
afterEach(() => {
  delete browser.document
})

test('a replaced connection waits longer each time', async () => {
  const connectedAt: number[] = []
  const timer = new ReconnectTimer(() => connectedAt.push(performance.now()), 40)
  const waits: number[] = []
  for (let count = 0; count < 4; count++) {
    const before = performance.now()
    timer.onOpen()
    timer.onReplaced()
    await waitUntil(() => connectedAt.length === count + 1)
    waits.push(connectedAt[count]! - before)
  }
  // The jitter halves a wait at most. A timer may fire a millisecond early.
  for (const [index, shortest] of [20, 40, 80, 160].entries())
    expect(waits[index]!).toBeGreaterThan(shortest - 2)
})

test('a replaced connection of a hidden page is opened when the page is shown', async () => {
  const page = Object.assign(new EventTarget(), { visibilityState: 'hidden' })
  browser.document = page
  let count = 0
  const timer = new ReconnectTimer(() => count++, 1)
  timer.onReplaced()
  const after = Promise.withResolvers<void>()
  setTimeout(after.resolve, 20)
  await after.promise
  page.dispatchEvent(new Event('visibilitychange'))
  expect(count).toBe(0)
  page.visibilityState = 'visible'
  page.dispatchEvent(new Event('visibilitychange'))
  page.dispatchEvent(new Event('visibilitychange'))
  expect(count).toBe(1)
})
