import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { TestUser } from '../../../test/harness/api-client.ts'
import { startTestService, type TestService } from '../../../test/harness/service.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'

const SCHOOL = { name: 'Shule ya "Usiku" & <Wenzake>', language: 'sw', accent: 'teal' }

let service: TestService
/** Another process on the same database. */
let other: TestService
let admin: TestUser
beforeAll(async () => {
  service = await startTestService()
  other = await startTestService({}, service.test)
  admin = await service.register()
  await service.test.database.query`update user_account set role = 'ADMIN' where id = ${admin.id}`
  const login = { email: admin.email, password: admin.password }
  admin.accessToken = (await service.call('POST /auth/login', { body: login })).body.data.accessToken
})
afterAll(async () => {
  await other?.stop()
  await service?.stop()
})
beforeEach(async () => {
  await replace({ name: 'Lyceum', language: 'en', accent: 'violet' })
})

const replace = (body: object, token = admin.accessToken) =>
  service.call('PUT /admin/site-settings', { token, body })

async function get(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(service.url + path, { headers: { accept: 'text/html', ...headers } })
  return { headers: response.headers, html: await response.text() }
}

describe('site settings', () => {
  test('an administrator replaces the settings, and any client reads them without a token', async () => {
    const replaced = await replace({ ...SCHOOL, reason: 'A new name.' })
    expect(replaced.status).toBe(200)
    expect(replaced.body.data).toEqual({ ...SCHOOL, updatedAt: expect.any(String) })
    const read = await service.call('GET /admin/site-settings', { token: admin.accessToken })
    expect(read.body.data).toEqual(replaced.body.data)
    const visited = await service.call('GET /public/site-settings')
    expect(visited.body.data).toEqual({ ...replaced.body.data, isSignUpOpen: true })
    expect(visited.headers.get('cache-control')).toContain('public')
  })

  test('a change is undone only while it is the last one', async () => {
    const lyceum = { name: 'Lyceum', language: 'en', accent: 'violet' }
    const first = (await replace(SCHOOL)).body.data.updatedAt as string
    await waitUntil(async () => new Date().toISOString() > first)
    const second = (await replace({ ...SCHOOL, accent: 'rose' })).body.data.updatedAt as string
    const refused = await replace({ ...lyceum, ifUpdatedAt: first })
    expect([refused.status, refused.body.error.code]).toEqual([412, 'SITE_CHANGED'])
    const read = () => service.call('GET /admin/site-settings', { token: admin.accessToken })
    expect((await read()).body.data).toMatchObject({ ...SCHOOL, accent: 'rose' })
    expect((await replace({ ...lyceum, ifUpdatedAt: second })).status).toBe(200)
    expect((await read()).body.data).toMatchObject(lyceum)
  })

  test('a change is in the audit log with its reason, and the same settings again are not', async () => {
    const entries = async () =>
      (await service.call('GET /admin/audit?act=site.updated', { token: admin.accessToken })).body.data
    const before = (await entries()).length
    await replace({ ...SCHOOL, reason: 'A new name.' })
    await replace({ ...SCHOOL, reason: 'Once more.' })
    const found = await entries()
    expect(found).toHaveLength(before + 1)
    expect(found[0]).toMatchObject({
      before: { name: 'Lyceum', language: 'en', accent: 'violet' },
      after: SCHOOL,
    })
    expect(JSON.stringify(found[0])).toContain('A new name.')
  })

  test('only an administrator may read or change them under /admin', async () => {
    const user = await service.register()
    const { accessToken: token } = user
    expect((await service.call('GET /admin/site-settings', { token })).status).toBe(403)
    expect((await replace(SCHOOL, token)).status).toBe(403)
    expect((await service.call('GET /public/site-settings')).body.data.name).toBe('Lyceum')
  })

  test('a wrong value is refused with the field and a reason', async () => {
    for (const [wrong, field, message] of [
      [{ name: ' ' }, 'name', ''],
      [{ name: 'a'.repeat(41) }, 'name', 'at most 40 characters'],
      [{ name: 'a\nb' }, 'name', 'control characters'],
      [{ name: 'a\u202eb' }, 'name', 'control characters'],
      [{ language: 'de' }, 'language', ''],
      [{ accent: 'pink' }, 'accent', 'violet, blue'],
      [{ accent: '#ffee00' }, 'accent', 'too light for white text'],
      [{ accent: '</style>' }, 'accent', 'violet, blue'],
    ] as const) {
      const { status, body } = await replace({ ...SCHOOL, ...wrong })
      expect([wrong, status]).toEqual([wrong, 400])
      expect(body.error.details[0].field).toBe(field)
      expect(body.error.details[0].message).toContain(message)
    }
    expect((await replace({ ...SCHOOL, name: '🦉'.repeat(40) })).status).toBe(200)
    expect((await replace({ ...SCHOOL, accent: '#0B3D2E' })).body.data.accent).toBe('#0b3d2e')
  })

  test('a page has the name in its title, its Open Graph tags and its header, escaped', async () => {
    await replace(SCHOOL)
    const name = 'Shule ya &quot;Usiku&quot; &amp; &lt;Wenzake&gt;'
    const { html } = await get('/')
    expect(html).toContain(`<title>${name} · `)
    expect(html).toContain(`<meta property="og:site_name" content="${name}">`)
    expect(html).toContain(`<span class="truncate">${name}</span>`)
    expect(html).not.toContain('<Wenzake>')
    expect((await get('/studio')).html).toContain(`<title>${name} Studio</title>`)
    expect((await get('/learn')).html).toContain(`<title>${name}</title>`)
    const manifest = JSON.parse((await get('/manifest.webmanifest')).html)
    expect(manifest).toMatchObject({ name: SCHOOL.name, short_name: SCHOOL.name, lang: 'sw', start_url: '/' })
  })

  test('the language is for visitors whose browser asks for none of ours', async () => {
    await replace(SCHOOL)
    const languageOf = async (headers: Record<string, string>) =>
      /<html lang="(\w+)"/.exec((await get('/', headers)).html)?.[1]
    expect(await languageOf({})).toBe('sw')
    expect(await languageOf({ 'accept-language': 'ja, zh;q=0.5' })).toBe('sw')
    expect(await languageOf({ 'accept-language': 'ja, fr;q=0.5' })).toBe('fr')
    expect(await languageOf({ cookie: 'lyceum_locale=ar' })).toBe('ar')
  })

  test('the accent is a style of the page, which the policy allows by its hash and no other', async () => {
    expect((await get('/')).html).not.toContain('<style>')
    await replace(SCHOOL)
    for (const path of ['/', '/learn', '/console']) {
      const { headers, html } = await get(path)
      expect(/<style>(.*?)<\/style>/s.exec(html)![1]!).toContain('--primary:#0a6b73')
      const styles = [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, style]) => style!)
      const hashes = styles.map((style) => new Bun.CryptoHasher('sha256').update(style).digest('base64'))
      const policy = headers.get('content-security-policy')!
      const allowed = /style-src ([^;]*);/.exec(policy)![1]!.split(' ')
      expect(allowed.toSorted()).toEqual(["'self'", ...hashes.map((hash) => `'sha256-${hash}'`)].toSorted())
      expect(policy).not.toContain('unsafe')
    }
  })

  test('another process shows the change, by its message and not by its age', async () => {
    const nameOf = async () => (await other.call('GET /public/site-settings')).body.data.name
    const delays: number[] = []
    // The first change may come just before the copy expires by its age; the others come after it was read.
    for (const name of ['First School', 'Second School', 'Third School']) {
      await nameOf()
      await replace({ ...SCHOOL, name })
      const started = performance.now()
      await waitUntil(async () => (await nameOf()) === name)
      delays.push(performance.now() - started)
    }
    // Without a message, the copy would be read again after five seconds.
    expect(Math.min(...delays.slice(1))).toBeLessThan(2_500)
  })
})
