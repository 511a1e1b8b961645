import { expect, test } from 'bun:test'
import { Refusal } from '../../platform/errors.ts'
import { createMetricsCheck } from './metrics-access.ts'

const TOKEN = 'a-metrics-token-of-a-test-0123456789'

/** Returns the status with which `/metrics` responds. */
function statusOf(
  config: { production: boolean; metricsToken: string | undefined },
  address: string,
  headers: Record<string, string> = {},
): number {
  try {
    createMetricsCheck(config)(new Request('http://localhost/metrics', { headers }), address)
    return 200
  } catch (error) {
    if (error instanceof Refusal) return error.status
    throw error
  }
}

test('in production without a token, metrics are served to loopback only', () => {
  const config = { production: true, metricsToken: undefined }
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
    expect([address, statusOf(config, address)]).toEqual([address, 200])
  for (const address of ['10.0.0.7', '203.0.113.9', '::ffff:10.0.0.7', '2001:db8::1', 'unknown'])
    expect([address, statusOf(config, address)]).toEqual([address, 403])
})

test('with a token, metrics are served to every address that sends it and to no other client', () => {
  for (const production of [true, false]) {
    const config = { production, metricsToken: TOKEN }
    for (const address of ['127.0.0.1', '203.0.113.9']) {
      expect(statusOf(config, address, { authorization: `Bearer ${TOKEN}` })).toBe(200)
      expect(statusOf(config, address, { authorization: `Bearer ${TOKEN}x` })).toBe(401)
      expect(statusOf(config, address, { authorization: TOKEN })).toBe(401)
      expect(statusOf(config, address)).toBe(401)
    }
  }
})

test('in development without a token, metrics are open', () => {
  expect(statusOf({ production: false, metricsToken: undefined }, '203.0.113.9')).toBe(200)
})
