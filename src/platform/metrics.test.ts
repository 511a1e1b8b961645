import { expect, spyOn, test } from 'bun:test'
import { join } from 'node:path'
import v8 from 'node:v8'
import { waitUntil } from '../../test/harness/wait-until.ts'
import { metricsText } from './metrics.ts'

test('a scrape does not walk the heap, which would block every request', async () => {
  const walks = [spyOn(v8, 'getHeapSpaceStatistics'), spyOn(v8, 'getHeapStatistics')]
  const text = await metricsText()
  for (const walk of walks) {
    expect(walk).not.toHaveBeenCalled()
    walk.mockRestore()
  }
  expect(text).toContain('process_resident_memory_bytes')
})

test('the lag of the event loop is shown from the second scrape on', async () => {
  await waitUntil(async () => /^nodejs_eventloop_lag_p99_seconds [\d.e-]+$/m.test(await metricsText()))
})

test('nothing samples the event loop before the first scrape, so that an idle process rests', async () => {
  const script = `
    const hooks = require('node:perf_hooks')
    const resolutions = []
    const start = hooks.monitorEventLoopDelay
    hooks.monitorEventLoopDelay = (options) => (resolutions.push(options.resolution), start(options))
    await import(${JSON.stringify(join(import.meta.dir, 'metrics.ts'))})
    console.log(JSON.stringify(resolutions))`
  const child = Bun.spawn([process.execPath, '-e', script], { stdout: 'pipe', stderr: 'inherit' })
  const resolutions: number[] = JSON.parse(await new Response(child.stdout).text())
  // The package of the metrics samples always, so it gets an interval of weeks.
  expect(resolutions.length).toBeGreaterThan(0)
  for (const milliseconds of resolutions) expect(milliseconds).toBeGreaterThan(1_000_000_000)
})
