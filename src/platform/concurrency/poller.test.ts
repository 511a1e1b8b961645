import { expect, test } from 'bun:test'
import { Poller } from './poller.ts'

const FAR_TOO_LONG_MS = 60_000

test('a wake ends the sleep of a poller', async () => {
  const poller = new Poller()
  poller.beginRound()
  const sleep = poller.sleep(FAR_TOO_LONG_MS)
  poller.wake()
  await sleep
})

test('a wake during a round skips the next sleep, and only that one', async () => {
  const poller = new Poller()
  poller.beginRound()
  poller.wake()
  await poller.sleep(FAR_TOO_LONG_MS)
  poller.beginRound()
  const started = performance.now()
  await poller.sleep(20)
  expect(performance.now() - started).toBeGreaterThan(15)
})

test('stop ends the sleep and waits until the loop has returned', async () => {
  const poller = new Poller()
  let hasReturned = false
  poller.start(async () => {
    while (!poller.isStopped) {
      poller.beginRound()
      await poller.sleep(FAR_TOO_LONG_MS)
    }
    await Bun.sleep(1)
    hasReturned = true
  })
  await poller.stop()
  expect(hasReturned).toBe(true)
  await poller.sleep(FAR_TOO_LONG_MS)
})

test('a wake does not end a pause, and a stop does', async () => {
  const poller = new Poller()
  const started = performance.now()
  const short = poller.pause(60)
  poller.wake()
  await short
  expect(performance.now() - started).toBeGreaterThan(55)
  const long = poller.pause(FAR_TOO_LONG_MS)
  await poller.stop()
  await long
})
