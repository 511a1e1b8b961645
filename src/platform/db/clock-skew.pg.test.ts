import { afterAll, afterEach, beforeAll, expect, spyOn, test } from 'bun:test'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { MINUTE_MS, useClock, useSystemClock } from '../clock.ts'
import { log } from '../log.ts'
import { metricsText } from '../metrics.ts'
import { ClockSkewWatcher } from './clock-skew.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterEach(() => useSystemClock())
afterAll(() => database.drop())

test('a wall clock that differs from that of the database is measured and logged once, and its end too', async () => {
  const warned = spyOn(log, 'warn').mockImplementation(() => undefined)
  const informed = spyOn(log, 'info').mockImplementation(() => undefined)
  try {
    const watcher = new ClockSkewWatcher(database.database.query)
    expect(Math.abs(await watcher.measure())).toBeLessThan(1_000)
    expect(warned).not.toHaveBeenCalled()

    useClock(() => Date.now() + 5 * MINUTE_MS)
    expect(Math.abs((await watcher.measure()) - 5 * MINUTE_MS)).toBeLessThan(MINUTE_MS)
    await watcher.measure()
    expect(warned).toHaveBeenCalledTimes(1)
    const shown = Number(/^lyceum_clock_skew_seconds (\S+)/m.exec(await metricsText())![1])
    expect(Math.abs(shown - 300)).toBeLessThan(60)

    useClock(() => Date.now() - 5 * MINUTE_MS)
    expect(Math.abs((await watcher.measure()) + 5 * MINUTE_MS)).toBeLessThan(MINUTE_MS)
    useSystemClock()
    await watcher.measure()
    expect(informed).toHaveBeenCalledTimes(1)
  } finally {
    warned.mockRestore()
    informed.mockRestore()
  }
})

test('a database that does not answer has no skew', async () => {
  const watcher = new ClockSkewWatcher(async () => {
    throw new Error('away')
  })
  expect(await watcher.measure()).toBeNaN()
})
