import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import type { TestUser } from '../../../test/harness/api-client.ts'
import { reportMeasurement } from '../../../test/harness/report-measurement.ts'
import { startTestService, type TestService } from '../../../test/harness/service.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { createDiskStorage } from '../../platform/storage/disk.ts'
import { deleteLogoIfUnused } from './public/site-logo.ts'

const SCHOOL = { name: 'Shule ya "Usiku" & <Wenzake>', language: 'sw', accent: 'teal' }

const dataDir = mkdtempSync(join(tmpdir(), 'lyceum-site-'))
let service: TestService
/** Another process on the same database. */
let other: TestService
let admin: TestUser
beforeAll(async () => {
  service = await startTestService({ DATA_DIR: dataDir })
  other = await startTestService({}, service.test)
  admin = await service.register()
  await service.test.database.query`update user_account set role = 'ADMIN' where id = ${admin.id}`
  const login = { email: admin.email, password: admin.password }
  admin.accessToken = (await service.call('POST /auth/login', { body: login })).body.data.accessToken
})
afterAll(async () => {
  await other?.stop()
  await service?.stop()
  rmSync(dataDir, { recursive: true, force: true })
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
    expect(replaced.body.data).toEqual({ ...SCHOOL, logoUrl: null, updatedAt: expect.any(String) })
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

describe('the logo of the site', () => {
  const ROUTE = 'PUT /admin/site-settings/logo'

  /** A disc of one colour on nothing. */
  const disc = (color: string, side = 200) =>
    sharp(
      Buffer.from(
        `<svg width="${side}" height="${side}"><circle cx="50%" cy="50%" r="40%" fill="${color}"/></svg>`,
      ),
    )

  const upload = async (content: Sharp | Uint8Array | string, token = admin.accessToken) => {
    const bytes =
      typeof content === 'string' || content instanceof Uint8Array ? content : await content.png().toBuffer()
    const body = new FormData()
    body.set('logo', new File([bytes as never], 'logo.svg'))
    return service.call(ROUTE, { token, body })
  }
  const remove = (token = admin.accessToken) => service.call('DELETE /admin/site-settings/logo', { token })
  const logoUrl = async (of = service) =>
    (await of.call('GET /public/site-settings')).body.data.logoUrl as string | null
  const pathOf = (url: string | null) => new URL(url!).pathname
  const countOf = async (act: string) =>
    (await service.call(`GET /admin/audit?act=${act}&limit=100`, { token: admin.accessToken })).body.data
      .length

  /** The colours of the corner and of the middle. */
  async function colorsOf(path: string) {
    const response = await fetch(service.url + path)
    const bytes = Buffer.from(await response.arrayBuffer())
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
    const at = (index: number) => [...data.subarray(index * info.channels, (index + 1) * info.channels)]
    const middle = (info.height / 2) * info.width + info.width / 2
    return { size: [info.width, info.height], channels: info.channels, corner: at(0), middle: at(middle) }
  }

  beforeEach(async () => {
    await remove()
  })

  test('it is on pages, in the manifest and on pages outside of the app, and gone when it is removed', async () => {
    expect((await get('/')).html).not.toContain('/files/site/')
    const uploaded = await upload(disc('#000'))
    expect(uploaded.status).toBe(200)
    const { logoUrl: url } = uploaded.body.data
    const path = pathOf(url)
    expect(path).toMatch(/^\/files\/site\/[0-9a-f-]{36}\.webp$/)
    for (const page of [
      '/',
      '/studio',
      '/console',
      '/dev/mail',
      '/certificates/none',
      `/undo/${'x'.repeat(43)}`,
    ])
      expect([page, (await get(page)).html.includes(path)]).toEqual([page, true])
    const { html } = await get('/')
    expect(html).toContain(`<img src="${path}" alt=""`)
    const icon = path.replace('webp', 'png')
    expect(html).toContain(`<link rel="icon" href="${icon}">`)
    expect(html).toContain(`<link rel="apple-touch-icon" href="${icon}">`)
    const { icons } = JSON.parse((await get('/manifest.webmanifest')).html)
    expect(icons.map(({ src }: { src: string }) => src)).toEqual([path, icon, icon])
    for (const [file, type] of [
      [path, 'image/webp'],
      [icon, 'image/png'],
    ] as const)
      expect((await fetch(service.url + file)).headers.get('content-type')).toBe(type)
    // The settings keep the logo, and the logo keeps the settings.
    expect((await replace(SCHOOL)).body.data.logoUrl).toBe(url)
    const removed = await remove()
    expect(removed.body.data).toMatchObject({ ...SCHOOL, logoUrl: null })
    for (const page of ['/', '/dev/mail', '/manifest.webmanifest'])
      expect([page, (await get(page)).html.includes('/files/site/')]).toEqual([page, false])
  })

  test('what is transparent gets a plate on which the picture is readable, and an opaque picture gets none', async () => {
    const white = [255, 255, 255]
    const night = [30, 24, 45]
    for (const [color, plate] of [
      ['#000000', white],
      ['#7a1fa2', white],
      ['#ffffff', night],
      ['#ffd54a', night],
    ] as const) {
      const colors = await colorsOf(
        pathOf((await upload(disc(color))).body.data.logoUrl).replace('webp', 'png'),
      )
      expect([color, colors.corner]).toEqual([color, [...plate]])
      expect(colors).toMatchObject({ size: [512, 512], channels: 3 })
    }
    const wide = sharp({ create: { width: 400, height: 100, channels: 3, background: '#0a6b73' } })
    const colors = await colorsOf(pathOf((await upload(wide)).body.data.logoUrl).replace('webp', 'png'))
    expect([colors.corner, colors.middle]).toEqual([
      [10, 107, 115],
      [10, 107, 115],
    ])
    expect((await colorsOf(pathOf(await logoUrl()))).size).toEqual([192, 192])
  })

  test('anything but a picture is refused, also an SVG, and the logo stays', async () => {
    const { logoUrl: kept } = (await upload(disc('#000'))).body.data
    const png = await disc('#000').png().toBuffer()
    const nothing = sharp({ create: { width: 50, height: 50, channels: 4, background: '#0000' } })
    const huge = sharp({ create: { width: 4_097, height: 10, channels: 3, background: '#000' } })
    for (const [what, content, status, code] of [
      [
        'svg',
        '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
        415,
        'LOGO_UNSUPPORTED',
      ],
      ['gif', new Uint8Array(await disc('#000').gif().toBuffer()), 415, 'LOGO_UNSUPPORTED'],
      ['half', new Uint8Array(png.subarray(0, png.length / 2)), 415, 'LOGO_UNSUPPORTED'],
      ['nothing visible', nothing, 415, 'LOGO_UNSUPPORTED'],
      ['too many pixels', huge, 415, 'LOGO_UNSUPPORTED'],
      ['large', new Uint8Array(5 * 1024 * 1024 + 1), 413, 'LOGO_TOO_LARGE'],
    ] as const) {
      const response = await upload(content)
      expect([what, response.status, response.body.error?.code]).toEqual([what, status, code])
    }
    const missing = await service.call(ROUTE, { token: admin.accessToken, body: {} })
    expect([missing.status, missing.body.error.code]).toEqual([400, 'LOGO_MISSING'])
    expect(await logoUrl()).toBe(kept)
  })

  test('only an administrator changes it, and each change is in the audit log once', async () => {
    const user = await service.register()
    expect((await upload(disc('#000'), user.accessToken)).status).toBe(403)
    expect((await remove(user.accessToken)).status).toBe(403)
    const ACTS = ['site.logo_replaced', 'site.logo_removed']
    const before = await Promise.all(ACTS.map(countOf))
    await upload(disc('#000'))
    await remove()
    await remove()
    expect(await Promise.all(ACTS.map(countOf))).toEqual(before.map((count) => count + 1))
  })

  test('another process shows it, and does not lose a change of the name that comes with it', async () => {
    await logoUrl(other)
    const [uploaded, renamed] = await Promise.all([
      upload(disc('#000')),
      replace({ ...SCHOOL, name: 'Together' }),
    ])
    expect([uploaded.status, renamed.status]).toEqual([200, 200])
    const started = performance.now()
    await waitUntil(async () => (await logoUrl(other)) !== null)
    reportMeasurement(`a logo in another process: ${Math.round(performance.now() - started)} ms`)
    expect((await other.call('GET /public/site-settings')).body.data.name).toBe('Together')
    expect(pathOf(await logoUrl(other))).toBe(pathOf(uploaded.body.data.logoUrl))
  })

  test('a job deletes the files of a logo that is not shown, and keeps those of the one that is', async () => {
    const [first, second] = [
      (await upload(disc('#000'))).body.data.logoUrl as string,
      (await upload(disc('#00f'))).body.data.logoUrl as string,
    ]
    const idOf = (url: string) => /([0-9a-f-]{36})\.webp$/.exec(url)![1]!
    const { query } = service.test.database
    const jobs = await query<{ id: string; count: number }>`
      select data ->> 'logoId' as id, count(*)::integer as count from (
        select data from outbox where job = 'site_settings.delete_unused_logo'
        union all select data from pgboss.job where name = 'site_settings.delete_unused_logo') as job
      where data ->> 'logoId' in (${idOf(first)}, ${idOf(second)}) group by 1`
    // One from the upload, and one from the replacement.
    expect(Object.fromEntries(jobs.map(({ id, count }) => [id, count]))).toEqual({
      [idOf(first)]: 2,
      [idOf(second)]: 1,
    })
    const storage = createDiskStorage(join(dataDir, 'files'))
    for (const url of [first, second]) await deleteLogoIfUnused({ db: query, storage }, { logoId: idOf(url) })
    const statuses = await Promise.all(
      [first, second]
        .flatMap((url) => [url, url.replace('webp', 'png')])
        .map(async (url) => (await fetch(url)).status),
    )
    expect(statuses).toEqual([404, 404, 200, 200])
  })
})
