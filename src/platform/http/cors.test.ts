import { afterAll, describe, expect, test } from 'bun:test'
import { startTestHttp } from '../../../test/harness/http.ts'
import { commonErrors } from '../errors.ts'
import { z } from '../zod.ts'
import { Cors } from './cors.ts'
import { type Endpoint, endpoint } from './endpoint.ts'

const shown = {
  tag: 'Test',
  summary: 'Test',
  access: 'public',
  response: { status: 200, data: z.any() },
} as const
const reading = (path: string, handle: () => unknown): Endpoint =>
  endpoint({ ...shown, method: 'get', path, handle })
const writing = (method: 'post' | 'delete', path: string): Endpoint =>
  endpoint({ ...shown, method, path, handle: ({ respondAfterCommit }) => respondAfterCommit(1) })
function fail(error: unknown): () => never {
  return () => {
    throw error
  }
}

const endpoints = [
  reading('/data', () => 1),
  writing('post', '/data'),
  writing('delete', '/data'),
  reading('/refused', fail(commonErrors.forbidden())),
  reading('/thrown', fail(new Error('the inside'))),
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
      expect(headers.get('vary')?.split(', ')).toContain('origin')
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

describe('a page on the own machine', () => {
  const headersOf = (origin: string, allowsLoopback: boolean) =>
    new Cors([], { allowsLoopback }).headersFor(new Request('http://localhost:3000', { headers: { origin } }))

  test.each(['http://localhost:5173', 'http://127.0.0.1:8080', 'https://localhost', 'http://localhost'])(
    '%s may call the API in development, and nowhere else',
    (origin) => {
      expect(headersOf(origin, true)['access-control-allow-origin']).toBe(origin)
      expect(headersOf(origin, false)).toEqual({})
    },
  )

  test.each([
    'http://localhost.evil.example',
    'http://localhost:5173.evil.example',
    'http://127.0.0.12',
    'null',
  ])('%s is another machine', (origin) => expect(headersOf(origin, true)).toEqual({}))
})
