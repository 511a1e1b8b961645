import { expect, test } from 'bun:test'
import { runCommand } from '../../../test/harness/processes/run-command.ts'

test('health prints why a service is not ready and exits with 5, or with 4 if nothing answers', async () => {
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
    expect([outcome.code, JSON.parse(outcome.output)]).toEqual([5, draining])
    expect(asked).toEqual(['/health/ready'])
  } finally {
    await service.stop(true)
  }
  const outcome = await runCommand(['health', '--url', `http://127.0.0.1:${service.port}`])
  expect(outcome.code).toBe(4)
  expect(outcome.errors).toContain(`http://127.0.0.1:${service.port} does not answer`)
  expect(outcome.errors).not.toMatch(/\n\s+at /)
  expect((await runCommand(['health', '--url', 'localhost'])).code).toBe(2)
})

test('status sends METRICS_TOKEN to the service of this machine, and not to an address that was given', async () => {
  const METRICS_TOKEN = 'a-token-of-metrics-with-more-than-32-characters'
  const asked: (string | null)[] = []
  const service = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    routes: {
      '/health/ready': Response.json({ status: 'ok', checks: { database: 'ok' } }),
      '/metrics': (request) => {
        asked.push(request.headers.get('authorization'))
        return new Response('lyceum_build_info{version="9.9.9",commit="abc",role="all"} 1\n')
      },
    },
    fetch: () => new Response(null, { status: 404 }),
  })
  try {
    const port = String(service.port)
    const own = await runCommand(['status'], { PORT: port, METRICS_TOKEN })
    expect([own.code, own.errors]).toEqual([0, ''])
    expect(own.output).toContain(': ok, 9.9.9 (abc), role all')
    const given = ['status', '--url', `http://localhost:${port}`]
    expect((await runCommand(given, { METRICS_TOKEN })).code).toBe(0)
    expect(asked).toEqual([`Bearer ${METRICS_TOKEN}`, null])
  } finally {
    await service.stop(true)
  }
})
