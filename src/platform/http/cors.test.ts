import { afterAll, describe, expect, test } from 'bun:test'
import { startTestHttp } from '../../../test/harness/http.ts'
import { commonErrors } from '../errors.ts'
import { z } from '../zod.ts'
import { type Endpoint, endpoint } from './endpoint.ts'

function startServer(method: Endpoint['method'], path: string, handle: () => unknown): Endpoint {
  const shown = { tag: 'Test', summary: 'Test', access: 'public' } as const
  return endpoint({ ...shown, method, path, response: { status: 200, data: z.any() }, handle })
}
function fail(error: unknown): () => never {
  return () => {
    throw error
  }
}

const endpoints = [
  startServer('get', '/data', () => 1),
  startServer('post', '/data', () => 1),
  startServer('delete', '/data', () => 1),
  startServer('get', '/refused', fail(commonErrors.forbidden())),
  startServer('get', '/thrown', fail(new Error('the inside'))),
]
const http = startTestHttp(endpoints, {
  environment: { CORS_ORIGINS: 'https://learn.example, https://b.example' },
})
afterAll(() => http.stop())

describe('a cross-origin request', () => {
  test('a listed origin may read every response, also a refusal', async () => {
    for (const path of ['/data', '/refused', '/thrown', '/unknown']) {
      const { headers } = await http.ask(path, { headers: { origin: 'https://b.example' } })
      expect(headers.get('access-control-allow-origin')).toBe('https://b.example')
      expect(headers.get('vary')).toBe('origin')
      expect(headers.get('access-control-expose-headers')).toContain('x-request-id')
      expect(headers.has('access-control-allow-credentials')).toBe(false)
    }
  })

  test('an unlisted origin may not read responses', async () => {
    for (const origin of [
      'https://evil.example',
      'http://learn.example',
      'https://learn.example.evil',
      'null',
      '*',
    ]) {
      const { headers } = await http.ask('/data', { headers: { origin } })
      expect(headers.has('access-control-allow-origin')).toBe(false)
    }
  })

  test('a preflight request gets the allowed methods and headers', async () => {
    const headers = {
      origin: 'https://learn.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,idempotency-key',
    }
    const response = await http.ask('/data', { method: 'OPTIONS', headers })
    expect(response.status).toBe(204)
    expect(response.text).toBe('')
    expect(response.headers.get('access-control-allow-origin')).toBe('https://learn.example')
    expect(response.headers.get('access-control-allow-methods')).toContain('POST')
    expect(response.headers.get('access-control-allow-headers')).toContain('authorization')
    expect(response.headers.get('access-control-allow-headers')).toContain('idempotency-key')
    expect(Number(response.headers.get('access-control-max-age'))).toBeGreaterThan(0)
  })

  test('a preflight request of an unlisted origin gets no CORS headers', async () => {
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' }
    const response = await http.ask('/data', { method: 'OPTIONS', headers })
    const names = [...response.headers.keys()].filter((name) => name.startsWith('access-control'))
    expect(names).toEqual([])
  })

  test('every origin is allowed when the list is *', async () => {
    const open = startTestHttp(endpoints.slice(0, 1), { environment: { CORS_ORIGINS: '*' } })
    try {
      const { headers } = await open.ask('/data', { headers: { origin: 'https://anyone.example' } })
      expect(headers.get('access-control-allow-origin')).toBe('*')
    } finally {
      await open.stop()
    }
  })
})

test('OPTIONS without an origin lists the methods', async () => {
  const response = await http.ask('/data', { method: 'OPTIONS' })
  expect(response.status).toBe(204)
  expect(response.headers.get('allow')!.split(', ').sort()).toEqual([
    'DELETE',
    'GET',
    'HEAD',
    'OPTIONS',
    'POST',
  ])
})
