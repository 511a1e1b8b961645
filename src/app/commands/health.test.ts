import { expect, test } from 'bun:test'
import { runCommand } from '../../../test/harness/processes/run-command.ts'

test('health prints why a service is not ready and exits with 1', async () => {
  const draining = { status: 'draining', checks: {} }
  const asked: string[] = []
  const service = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: (request) => {
      asked.push(new URL(request.url).pathname)
      return Response.json(draining, { status: 503 })
    },
  })
  try {
    // A service on all addresses answers on loopback.
    const outcome = await runCommand(['health'], { HOST: '0.0.0.0', PORT: String(service.port) })
    expect([outcome.code, JSON.parse(outcome.output)]).toEqual([1, draining])
    expect(asked).toEqual(['/health/ready'])
  } finally {
    await service.stop(true)
  }
  const outcome = await runCommand(['health', '--url', `http://127.0.0.1:${service.port}`])
  expect(outcome.code).toBe(1)
  expect(outcome.errors).toContain(`http://127.0.0.1:${service.port} does not answer`)
  expect(outcome.errors).not.toMatch(/\n\s+at /)
})
