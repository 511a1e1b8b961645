import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { TestUser } from '../../../../test/harness/api-client.ts'
import { startTestService, type TestService } from '../../../../test/harness/service.ts'

let service: TestService
let course: { id: string; title: string }
beforeAll(async () => {
  service = await startTestService({ DEMO_CONTENT: 'on', TWO_FACTOR_ROLES: 'SUPPORT' })
  course = (await service.call('GET /public/courses')).body.data[0]
})
afterAll(() => service?.stop())

const post = (path: string, headers: Record<string, string>, body?: unknown) =>
  fetch(`${service.url}/web/session${path}`, {
    method: 'POST',
    headers: { origin: service.url, 'content-type': 'application/json', ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
const cookieOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0]!)
    .join('; ')

async function signIn(user: TestUser): Promise<string> {
  return cookieOf(await post('/login', {}, { email: user.email, password: user.password }))
}

const home = async (cookie: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${service.url}/`, { headers: { accept: 'text/html', cookie, ...headers } })
  return { response, html: await response.text() }
}
const rootOf = (html: string) => html.slice(html.indexOf('<div id="root">'))
const dataOf = (html: string) =>
  JSON.parse(
    /<script type="application\/json" id="page-data"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? '[]',
  ) as {
    operation: string
    answer: { data: { username: string } }
  }[]

describe('the home of a signed-in learner', () => {
  test('the page contains Today with the name and the next lesson, and the responses that it shows', async () => {
    const user = await service.register()
    const enrolled = await service.call(`POST /user-courses/enroll/${course.id}`, { token: user.accessToken })
    expect(enrolled.status).toBe(201)
    const { response, html } = await home(await signIn(user), { 'accept-language': 'fr' })
    expect(response.status).toBe(200)
    const shown = [user.username, Bun.escapeHTML(course.title), 'href="/lesson/']
    expect(shown.filter((text) => !rootOf(html).includes(text))).toEqual([])
    expect(html).toContain('<html lang="fr" dir="ltr">')
    expect(dataOf(html).map(({ operation }) => operation)).toContain('GET /course/{id}')
    // The policy of the page forbids style attributes.
    expect(html.match(/ style="/)).toBeNull()
    const files = html.match(/(?<=modulepreload" href="\/assets\/learner-)\w+/g)!
    expect(files).toContain('today')
    // A slow connection takes about four of them at a time.
    expect(files.length).toBeLessThanOrEqual(13)
    expect(files.filter((name) => /^(?:en|fr|pt|sw|ar)$/.test(name))).toEqual(['fr', 'fr', 'fr'])
  })

  test('nothing stores the page, and it contains no token', async () => {
    const user = await service.register()
    const cookie = await signIn(user)
    const { response, html } = await home(cookie)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(response.headers.get('etag')).toBeNull()
    expect(response.headers.getSetCookie()).toEqual([])
    const [, refreshToken] = /lyceum_refresh_\d+=([^;]+)/.exec(cookie)!
    expect(['eyJ', refreshToken!].filter((secret) => html.includes(secret))).toEqual([])
    // The page did not use the refresh token up.
    expect((await post('/refresh', { cookie })).status).toBe(200)
  })

  test('every reader gets their own page, also when many load it at once', async () => {
    const users = await Promise.all(Array.from({ length: 4 }, () => service.register()))
    const cookies = await Promise.all(users.map(signIn))
    const loads = Array.from({ length: 24 }, (_, index) => index % users.length)
    const pages = await Promise.all(loads.map((index) => home(cookies[index]!)))
    const shown = pages.map(({ html }) =>
      users.filter(({ username }) => html.includes(username)).map(({ username }) => username),
    )
    // A service that has too much to do leaves Today out, and the app asks for it.
    expect(shown.flat().length).toBeGreaterThan(0)
    const foreign = shown.flatMap((names, position) =>
      names.filter((name) => name !== users[loads[position]!]!.username),
    )
    expect(foreign).toEqual([])
    // A visitor after them gets the landing page without any of them.
    const { html } = await home('')
    expect(users.filter(({ username }) => html.includes(username))).toEqual([])
  })

  test('a browser whose session has ended gets the page without a user', async () => {
    const user = await service.register()
    const expectPlain = async (cookie: string) => {
      const { response, html } = await home(cookie)
      expect([response.status, html.includes(user.username), dataOf(html)]).toEqual([200, false, []])
    }
    const used = await signIn(user)
    await post('/refresh', { cookie: used })
    await expectPlain(used)
    const ended = await signIn(user)
    await post('/logout', { cookie: ended })
    await expectPlain(ended)
    const suspended = await signIn(user)
    await service.test.database.query`update user_account set suspended_at = now() where id = ${user.id}`
    await expectPlain(suspended)
    await expectPlain(suspended.replace(/(lyceum_refresh_\d+=)[^;]+/, '$1made-up'))
  })

  test('other pages contain nothing of the user', async () => {
    const user = await service.register()
    const cookie = await signIn(user)
    for (const path of ['/learn', '/courses', '/me', '/?next=x#y']) {
      const html = await (
        await fetch(service.url + path, { headers: { accept: 'text/html', cookie } })
      ).text()
      expect([path, html.includes(user.username)]).toEqual([path, path.startsWith('/?')])
    }
  })
})

describe('the pages of the console', () => {
  const page = async (path: string, cookie: string, headers: Record<string, string> = {}) => {
    const response = await fetch(service.url + path, { headers: { accept: 'text/html', cookie, ...headers } })
    return { response, html: await response.text() }
  }
  const operations = (html: string) => dataOf(html).map(({ operation }) => operation)
  async function staff(role: string): Promise<string> {
    const user = await service.register()
    await service.test.database.query`update user_account set role = ${role} where id = ${user.id}`
    return signIn(user)
  }

  test('the first one contains the user and what waits, others only the user, and none a token', async () => {
    const cookie = await staff('ADMIN')
    const { response, html } = await page('/console', cookie, { 'accept-language': 'fr' })
    expect(operations(html)).toEqual(['GET /user/profile', 'GET /admin/attention'])
    expect(response.headers.get('cache-control')).toBe('no-store')
    const [, refreshToken] = /lyceum_refresh_\d+=([^;]+)/.exec(cookie)!
    expect(['eyJ', refreshToken!].filter((secret) => html.includes(secret))).toEqual([])
    const files = html.match(/(?<=modulepreload" href="\/assets\/console-)\w+/g)!
    expect(files).toContain('attention')
    expect(files.filter((name) => /^(?:en|fr|pt|sw|ar)$/.test(name))).toEqual(['fr'])
    const users = (await page('/console/users', cookie)).html
    expect(operations(users)).toEqual(['GET /user/profile'])
    expect(users).not.toContain('console-attention-')
  })

  test('a learner, and staff without the required second factor, get no data of the console', async () => {
    expect(operations((await page('/console', await staff('USER'))).html)).toEqual(['GET /user/profile'])
    expect(operations((await page('/console', await staff('SUPPORT'))).html)).toEqual(['GET /user/profile'])
    expect(operations((await page('/console', await staff('MODERATOR'))).html)).toHaveLength(2)
  })

  test('a browser without a session gets a page that every browser may store', async () => {
    for (const cookie of ['', 'lyceum_refresh_1=nonsense']) {
      const { response, html } = await page('/console', cookie)
      expect([response.status, operations(html)]).toEqual([200, []])
      expect(response.headers.get('cache-control')).toBe('no-cache')
      expect(response.headers.get('vary')).toContain('accept-language')
    }
  })
})
