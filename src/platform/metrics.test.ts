import { expect, spyOn, test } from 'bun:test'
import v8 from 'node:v8'
import { metricsText } from './metrics.ts'

test('a scrape does not walk the heap, which would block every request', async () => {
  const walks = [spyOn(v8, 'getHeapSpaceStatistics'), spyOn(v8, 'getHeapStatistics')]
  const text = await metricsText()
  for (const walk of walks) {
    expect(walk).not.toHaveBeenCalled()
    walk.mockRestore()
  }
  expect(text).toContain('process_resident_memory_bytes')
  expect(text).toContain('nodejs_eventloop_lag_p99_seconds')
})
