import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { requestRaw, startTestHttp, type TestHttp } from '../../../test/harness/http.ts'
import { nowMs, useClock, useSystemClock } from '../clock.ts'
import { z } from '../zod.ts'
import { clientAddress } from './client-address.ts'
import type { Access } from './endpoint.ts'
import { endpoint } from './endpoint.ts'

const anything = { status: 200, data: z.any() } as const
const whoAsks = (path: string, access: Access) =>
  endpoint({
    tag: 'Test',
    summary: 'Test',
    method: 'get',
    path,
    access,
    response: anything,
    handle: ({ caller, address }) => ({ caller: caller?.userId ?? null, address }),
  })
const endpoints = [
  whoAsks('/public', 'public'),
  whoAsks('/optional', 'optional'),
  whoAsks('/user', 'user'),
  whoAsks('/staff', ['SUPPORT', 'ADMIN']),
  endpoint({
    tag: 'Test',
    summary: 'Test',
    method: 'post',
    path: '/login',
    access: 'public',
    networkLimit: { name: 'login', count: 3, windowSeconds: 60 },
    response: anything,
    handle: ({ respondAfterCommit }) => respondAfterCommit('welcome'),
  }),
]

const open: TestHttp[] = []
function start(environment: Record<string, string> = {}): TestHttp {
  const http = startTestHttp(endpoints, { environment })
  open.push(http)
  return http
}
// Limits refill with time: the clock of these tests stands still unless a test moves it.
beforeEach(() => useClock(() => 1_790_000_000_000))
afterEach(async () => {
  useSystemClock()
  await Promise.all(open.splice(0).map((http) => http.stop()))
})
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

describe('an endpoint for users', () => {
  test('an endpoint for users passes the caller to its handler', async () => {
    expect((await start().ask('/user', bearer('USER-ada'))).json.data.caller).toBe('ada')
    expect(
      (await start().ask('/user', { headers: { authorization: 'bearer   USER-ada ' } })).json.data.caller,
    ).toBe('ada')
  })

  test('an endpoint for users refuses a missing token, another scheme and an invalid token', async () => {
    const http = start()
    for (const authorization of [
      undefined,
      '',
      'Bearer',
      'Bearer ',
      'Basic VVNFUi1hZGE=',
      'USER-ada',
      'Bearer nobody',
      'BearerUSER-ada',
    ]) {
      const response = await http.ask(
        '/user',
        authorization === undefined ? {} : { headers: { authorization } },
      )
      expect([authorization, response.status, response.json.error.code]).toEqual([
        authorization,
        401,
        'UNAUTHENTICATED',
      ])
      expect(response.headers.get('www-authenticate')).toBe('Bearer realm="lyceum"')
    }
  })

  test('an expired token is refused with its own code', async () => {
    const response = await start().ask('/user', bearer('expired'))
    expect([response.status, response.json.error.code]).toEqual([401, 'TOKEN_EXPIRED'])
  })

  test('an endpoint for users refuses before it reads the input', async () => {
    expect((await start().ask('/user?page=%00')).status).toBe(401)
  })
})

describe('an endpoint with an optional token', () => {
  test('an endpoint with an optional token serves requests without one', async () => {
    expect((await start().ask('/optional')).json.data.caller).toBeNull()
    expect((await start().ask('/optional', bearer('USER-ada'))).json.data.caller).toBe('ada')
  })

  test('an endpoint with an optional token refuses an invalid one, so that a client notices it is signed out', async () => {
    const http = start()
    expect((await http.ask('/optional', bearer('nobody'))).json.error.code).toBe('UNAUTHENTICATED')
    expect((await http.ask('/optional', bearer('expired'))).json.error.code).toBe('TOKEN_EXPIRED')
  })
})

test('a public endpoint ignores the token', async () => {
  expect((await start().ask('/public', bearer('expired'))).json.data.caller).toBeNull()
})

test('an endpoint for roles accepts only these roles', async () => {
  const http = start()
  const statusOf = async (token: string) => (await http.ask('/staff', bearer(token))).status
  expect(
    await Promise.all(['ADMIN-a', 'SUPPORT-b', 'USER-c', 'CREATOR-d', 'admin-e', 'nobody'].map(statusOf)),
  ).toEqual([200, 200, 403, 403, 403, 401])
  expect((await http.ask('/staff', bearer('USER-c'))).json.error.code).toBe('FORBIDDEN')
})

describe('the general rate limit', () => {
  const narrow = { LIMIT_GENERAL: '3/60' }

  test('every response shows the remaining general limit, and a refusal the time to wait', async () => {
    useClock(() => 1_700_000_000_000)
    const http = start(narrow)
    const seen = []
    for (let count = 0; count < 4; count++) seen.push(await http.ask('/public'))
    expect(seen.map((response) => response.status)).toEqual([200, 200, 200, 429])
    expect(seen.map((response) => response.headers.get('ratelimit'))).toEqual([
      '"general";r=2;t=20',
      '"general";r=1;t=40',
      '"general";r=0;t=60',
      '"general";r=0;t=20',
    ])
    for (const response of seen) expect(response.headers.get('ratelimit-policy')).toBe('"general";q=3;w=60')
    expect(seen[3]!.json.error.code).toBe('RATE_LIMITED')
    expect(seen[3]!.headers.get('retry-after')).toBe('20')
    expect(seen[0]!.headers.has('retry-after')).toBe(false)
  })

  test('the general limit allows requests again exactly when Retry-After says', async () => {
    let instant = nowMs()
    useClock(() => instant)
    const http = start(narrow)
    for (let count = 0; count < 3; count++) await http.ask('/public')
    const wait = Number((await http.ask('/public')).headers.get('retry-after'))
    instant += wait * 1_000 - 1
    expect((await http.ask('/public')).status).toBe(429)
    instant += 1
    expect((await http.ask('/public')).status).toBe(200)
    expect((await http.ask('/public')).status).toBe(429)
  })

  test('the general limit counts per user, and per address without a token', async () => {
    const http = start({ ...narrow, TRUST_PROXY_HOPS: '1' })
    const take = async (token: string | undefined, address: string) => {
      const headers: Record<string, string> = { 'x-forwarded-for': address }
      if (token) headers.authorization = `Bearer ${token}`
      return (await http.ask('/optional', { headers })).status
    }
    for (const address of ['10.0.0.1', '10.0.0.2', '10.0.0.3'])
      expect(await take('USER-ada', address)).toBe(200)
    expect(await take('USER-ada', '10.0.0.4')).toBe(429)
    expect(await take('USER-bob', '10.0.0.1')).toBe(200)
    for (let count = 0; count < 3; count++) expect(await take(undefined, '10.0.0.1')).toBe(200)
    expect(await take(undefined, '10.0.0.1')).toBe(429)
    expect(await take(undefined, '10.0.0.2')).toBe(200)
  })

  test('the general limit also counts requests with invalid tokens', async () => {
    const http = start(narrow)
    const statuses = []
    for (let count = 0; count < 5; count++) statuses.push((await http.ask('/user', bearer('nobody'))).status)
    expect(statuses).toEqual([401, 401, 401, 429, 429])
    expect((await http.ask('/user', bearer('USER-ada'))).status).toBe(200)
  })

  test('the general limit can be disabled', async () => {
    const http = start({ ...narrow, RATE_LIMITS: 'off' })
    for (let count = 0; count < 10; count++) {
      const response = await http.ask('/public')
      expect(response.status).toBe(200)
      expect(response.headers.has('ratelimit')).toBe(false)
    }
  })
})

test('an endpoint with a strict limit refuses one address and serves another', async () => {
  const http = start({ TRUST_PROXY_HOPS: '1' })
  const login = (address: string) => http.post('/login', {}, { 'x-forwarded-for': address })
  for (let count = 0; count < 3; count++) expect((await login('10.0.0.1')).status).toBe(200)
  const refused = await login('10.0.0.1')
  expect([refused.status, refused.json.error.code]).toEqual([429, 'RATE_LIMITED'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(15)
  expect((await login('10.0.0.2')).status).toBe(200)
})

test('pages count against the general limit, except monitoring pages', async () => {
  const page = { handle: () => new Response('a page') }
  const http = startTestHttp([], {
    environment: { LIMIT_GENERAL: '3/60' },
    plainRoutes: [
      { path: '/page', ...page },
      { path: '/watched', isMonitoring: true, ...page },
    ],
  })
  try {
    const statusesOf = async (path: string) => {
      const statuses: number[] = []
      for (let count = 0; count < 5; count++) statuses.push((await http.ask(path)).status)
      return statuses
    }
    expect(await statusesOf('/page')).toEqual([200, 200, 200, 429, 429])
    expect(await statusesOf('/watched')).toEqual([200, 200, 200, 200, 200])
  } finally {
    await http.stop()
  }
})

test('a strict limit counts all IPv6 addresses of one network together and ignores ports', async () => {
  const http = start({ TRUST_PROXY_HOPS: '1' })
  const login = (address: string) => http.post('/login', {}, { 'x-forwarded-for': address })
  for (const host of ['1', '2', 'beef:1']) expect((await login(`2001:db8:7:1::${host}`)).status).toBe(200)
  for (const address of ['2001:db8:7:1::ffff', '[2001:db8:7:1::9]:4711'])
    expect((await login(address)).status).toBe(429)
  expect((await login('2001:db8:7:2::1')).status).toBe(200)
  for (const port of [1, 2, 3]) expect((await login(`10.0.0.9:${port}`)).status).toBe(200)
  expect((await login('10.0.0.9:4')).status).toBe(429)
})

test('the general limit counts all IPv6 addresses of one network together', async () => {
  const http = start({ TRUST_PROXY_HOPS: '1', LIMIT_GENERAL: '3/60' })
  const ask = async (address: string) =>
    (await http.ask('/public', { headers: { 'x-forwarded-for': address } })).status
  const statuses: number[] = []
  for (let host = 1; host <= 4; host++) statuses.push(await ask(`2001:db8:8:1::${host}`))
  expect(statuses).toEqual([200, 200, 200, 429])
})

describe('the client address', () => {
  const claimed = (header: string, hops: number) =>
    clientAddress(new Request('http://x', { headers: { 'x-forwarded-for': header } }), hops, '192.0.2.1')

  test('without a trusted proxy the client address is that of the connection, whatever a header claims', async () => {
    const headers = { 'x-forwarded-for': '10.9.9.9', forwarded: 'for=10.9.9.9', 'x-real-ip': '10.9.9.9' }
    expect((await start().ask('/public', { headers })).json.data.address).toBe('127.0.0.1')
    expect(claimed('10.9.9.9', 0)).toBe('192.0.2.1')
  })

  test('the client address is the one that the outermost trusted proxy saw', async () => {
    expect(claimed('10.0.0.1', 1)).toBe('10.0.0.1')
    expect(claimed('6.6.6.6, 10.0.0.1', 1)).toBe('10.0.0.1')
    expect(claimed('6.6.6.6, 10.0.0.1, 172.16.0.1', 2)).toBe('10.0.0.1')
    expect(claimed(' 6.6.6.6 ,,10.0.0.1 , ', 1)).toBe('10.0.0.1')
    const headers = { 'x-forwarded-for': '6.6.6.6, 10.0.0.1' }
    expect((await start({ TRUST_PROXY_HOPS: '1' }).ask('/public', { headers })).json.data.address).toBe(
      '10.0.0.1',
    )
  })

  test('the client address comes from the last X-Forwarded-For line when a client sent its own line', async () => {
    const http = start({ TRUST_PROXY_HOPS: '1' })
    const lines = ['GET /public HTTP/1.1', 'Host: x', 'X-Forwarded-For: 6.6.6.6', 'X-Forwarded-For: 10.0.0.1']
    expect((await requestRaw(http.port, lines)).json.data.address).toBe('10.0.0.1')
  })

  test('with fewer forwarded addresses than trusted proxies the client address is that of the connection', () => {
    expect(claimed('', 1)).toBe('192.0.2.1')
    expect(claimed('10.0.0.1', 2)).toBe('192.0.2.1')
  })

  test('the client address is never longer than an address can be', () => {
    expect(claimed('x'.repeat(10_000), 1).length).toBeLessThanOrEqual(64)
  })
})
