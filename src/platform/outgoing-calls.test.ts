import { afterAll, expect, test } from 'bun:test'
import { metricsText } from './metrics.ts'
import { observeCall, observedFetch } from './outgoing-calls.ts'

const server = Bun.serve({
  port: 0,
  fetch: (request) => new Response('', { status: Number(new URL(request.url).searchParams.get('status')) }),
})
afterAll(() => server.stop(true))

async function counted(outcome: string): Promise<number> {
  const sample = `lyceum_outgoing_calls_total{peer="llm",outcome="${outcome}"} `
  const line = (await metricsText()).split('\n').find((text) => text.startsWith(sample))
  return Number(line?.slice(sample.length) ?? 0)
}

for (const [status, outcome] of [
  [200, 'ok'],
  [204, 'ok'],
  [401, 'rejected'],
  [404, 'rejected'],
  [429, 'unavailable'],
  [503, 'unavailable'],
] as const)
  test(`a response ${status} of another server is counted as ${outcome} and returned`, async () => {
    const before = await counted(outcome)
    const response = await observedFetch('llm', `${server.url}?status=${status}`, { method: 'POST' })
    expect(response.status).toBe(status)
    expect(await counted(outcome)).toBe(before + 1)
  })

test('a call without a response is counted as no_response, and its error is thrown', async () => {
  const before = await counted('no_response')
  const error = new Error('gone')
  expect(await observeCall('llm', () => Promise.reject(error)).catch((thrown) => thrown)).toBe(error)
  expect(await counted('no_response')).toBe(before + 1)
})

test('the metrics of outgoing calls contain the provider, and never the address', async () => {
  const text = await metricsText()
  expect(text).toContain('lyceum_outgoing_call_seconds_count{peer="llm"}')
  // Without the values: their digits may contain any port by chance.
  const labels = text.replaceAll(/ \S+$/gm, '')
  expect(labels).toContain('peer="llm"')
  expect(labels).not.toContain(String(server.port))
})
