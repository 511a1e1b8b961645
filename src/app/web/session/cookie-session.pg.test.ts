import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { TestUser } from '../../../../test/harness/api-client.ts'
import { startTestService, type TestService } from '../../../../test/harness/service.ts'

let service: TestService
let user: TestUser
beforeAll(async () => {
  service = await startTestService()
  user = await service.register()
})
afterAll(() => service.stop())

const post = (path: string, headers: Record<string, string> = {}, body?: unknown) =>
  fetch(`${service.url}/web/session${path}`, {
    method: 'POST',
    headers: { origin: service.url, ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })

/** Returns the cookies that a browser sends with its next request. */
const cookiesOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0]!)
    .filter((pair) => !pair.endsWith('='))
    .join('; ')

async function signIn() {
  const response = await post('/login', {}, { email: user.email, password: user.password })
  const answer = (await response.json()) as { data: Record<string, unknown> }
  return { response, answer, cookie: cookiesOf(response) }
}

describe('browser sessions', () => {
  test('the refresh token of a browser session is in an HttpOnly cookie and not in the response', async () => {
    const { response, answer } = await signIn()
    expect(response.status).toBe(200)
    expect(Object.keys(answer.data).sort()).toEqual(['accessToken', 'expiresIn', 'tokenType', 'user'])
    const [token, mark] = response.headers.getSetCookie()
    expect(token).toMatch(
      /^lyceum_refresh_\d+=[\w-]{20,}; HttpOnly; Path=\/; SameSite=Strict; Max-Age=2592000$/,
    )
    expect(mark).toMatch(/^lyceum_signed_in_\d+=1; Path=\/; SameSite=Strict; Max-Age=2592000$/)
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  test('a browser session is refreshed by the cookie alone, with a new cookie each time', async () => {
    const { cookie } = await signIn()
    const first = await post('/refresh', { cookie })
    expect(first.status).toBe(200)
    const { data } = (await first.json()) as { data: { accessToken: string; user: { id: string } } }
    expect(data.user.id).toBe(user.id)
    expect((await service.call('GET /user/profile', { token: data.accessToken })).status).toBe(200)
    expect(cookiesOf(first)).not.toBe(cookie)
    expect((await post('/refresh', { cookie: cookiesOf(first) })).status).toBe(200)
  })

  test('two tabs that refresh with the same cookie get the same token pair', async () => {
    const { cookie } = await signIn()
    // While the first refresh runs, the second is asked to retry, as the client does.
    const refresh = async (): Promise<Response> => {
      const response = await post('/refresh', { cookie })
      return response.status === 409 ? refresh() : response
    }
    const answers = await Promise.all([refresh(), refresh()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(cookiesOf(answers[0]!)).toBe(cookiesOf(answers[1]!))
    expect((await post('/refresh', { cookie: cookiesOf(answers[0]!) })).status).toBe(200)
  })

  test('the access token and the cookie of a browser session are invalid after sign-out', async () => {
    const { cookie, answer } = await signIn()
    const response = await post('/logout', { cookie })
    expect(response.status).toBe(200)
    expect(response.headers.getSetCookie().every((line) => line.includes('Max-Age=0'))).toBe(true)
    expect((await post('/refresh', { cookie })).status).toBe(401)
    const token = answer.data.accessToken as string
    expect((await service.call('GET /user/profile', { token })).status).toBe(401)
  })

  test('a browser session is not ended by a wrong password in another form', async () => {
    const { cookie } = await signIn()
    const wrong = await post('/login', { cookie }, { email: user.email, password: 'not-the-password' })
    expect(wrong.status).toBe(401)
    expect(wrong.headers.getSetCookie()).toEqual([])
    expect((await post('/refresh', { cookie })).status).toBe(200)
  })

  test('a refresh without a cookie is refused, and a cookie does not authenticate API requests', async () => {
    expect((await post('/refresh')).status).toBe(401)
    const { cookie } = await signIn()
    expect((await service.call('GET /user/profile', { headers: { cookie } })).status).toBe(401)
  })
})

describe('requests of another origin', () => {
  const probes: [string, Record<string, string>][] = [
    ['another site', { origin: 'https://evil.example' }],
    ['a name that begins like ours', { origin: 'http://127.0.0.1.evil.example' }],
    ['another port', { origin: 'http://127.0.0.1:1' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['no origin at all', { origin: '' }],
    ['a form of a sibling site', { 'sec-fetch-site': 'same-site' }],
    ['a form of another site', { 'sec-fetch-site': 'cross-site' }],
  ]
  for (const [name, headers] of probes)
    test(`a page of another origin cannot refresh, sign out or sign in: ${name}`, async () => {
      const { cookie } = await signIn()
      const credentials = { email: user.email, password: user.password }
      for (const [path, body] of [
        ['/refresh'],
        ['/logout'],
        ['/logout-all'],
        ['/login', credentials],
      ] as const) {
        const response = await post(path, { cookie, ...headers }, body)
        expect([path, response.status]).toEqual([path, 403])
        expect(response.headers.getSetCookie()).toEqual([])
      }
      expect((await post('/refresh', { cookie })).status).toBe(200)
    })
})

test('the cookie has the __Host- prefix and is secure over https', async () => {
  const secure = await startTestService({ PUBLIC_URL: 'https://learn.example' }, service.test)
  try {
    const response = await fetch(`${secure.url}/web/session/login`, {
      method: 'POST',
      headers: { origin: 'https://learn.example', 'content-type': 'application/json' },
      body: JSON.stringify({ email: user.email, password: user.password }),
    })
    expect(response.headers.getSetCookie()[0]).toMatch(
      /^__Host-lyceum_refresh=[\w-]+; HttpOnly; Path=\/; SameSite=Strict; Max-Age=\d+; Secure$/,
    )
  } finally {
    await secure.stop()
  }
})
