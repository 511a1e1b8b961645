import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startTestService, type TestService } from '../../../test/harness/service.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(service.url + path, { headers: { accept: 'text/html', ...headers }, redirect: 'manual' })

describe('pages of the web applications', () => {
  test('a page contains the application that its address belongs to', async () => {
    for (const [path, title] of [
      ['/', 'Lyceum · Six minutes a day. A skill that stays.'],
      ['/learn/some-course', 'Lyceum'],
      ['/studio', 'Lyceum Studio'],
      ['/console', 'Lyceum Console'],
    ] as const) {
      const response = await get(path)
      expect([path, response.status]).toEqual([path, 200])
      expect(await response.text()).toContain(`<title>${title}</title>`)
    }
  })

  test('a page allows only scripts and styles of its own origin and cannot be framed', async () => {
    const policyOf = async (path: string) => (await get(path)).headers.get('content-security-policy')!
    expect(await policyOf('/studio')).toContain("style-src 'self';")
    for (const path of ['/studio', '/console']) expect(await policyOf(path)).toContain("script-src 'self';")
    for (const path of ['/', '/studio', '/console', '/courses/unknown']) {
      const policy = await policyOf(path)
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toMatch(/unsafe|https?:|\*/)
    }
  })

  test('the policy of a page allows its own script and its own style by their hashes', async () => {
    const hash = (text: string) => new Bun.CryptoHasher('sha256').update(text).digest('base64')
    for (const path of ['/', '/learn', '/no/such/page', '/console']) {
      const response = await get(path)
      const text = await response.text()
      const scripts = [...text.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script]) => hash(script!))
      const styles = [...text.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, style]) => hash(style!))
      expect([scripts.length, styles.length]).toEqual([path === '/console' ? 0 : 1, 1])
      const policy = response.headers.get('content-security-policy')!
      if (scripts.length > 0) expect(policy).toContain(`script-src 'self' 'sha256-${scripts[0]}';`)
      expect(policy).toContain(`style-src 'self' 'sha256-${styles[0]}';`)
    }
  })

  test('only the applications show the sandbox, which has its own origin and no requests', async () => {
    const worker = await (await get('/sw.js')).text()
    const [path] = /\/assets\/sandbox-\w+\.html/.exec(worker)!
    const { headers } = await get(path)
    const script = /<script>(.*)<\/script>/s.exec(await (await get(path)).text())![1]!
    const hash = new Bun.CryptoHasher('sha256').update(script).digest('base64')
    expect(headers.get('content-security-policy')).toBe(
      `default-src 'none'; script-src 'sha256-${hash}' 'unsafe-eval'; worker-src blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts`,
    )
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
    expect(headers.get('cache-control')).toContain('immutable')
  })

  test('a page is revalidated on each request and not sent again while it is unchanged', async () => {
    const first = await get('/')
    expect(first.headers.get('cache-control')).toBe('no-cache')
    const again = await get('/', { 'if-none-match': first.headers.get('etag')! })
    expect(again.status).toBe(304)
  })

  test('the home of a signed-in learner loads its files beside the script, other pages do not', async () => {
    const { port } = new URL(service.url)
    const filesOf = async (path: string, headers?: Record<string, string>) =>
      (await (await get(path, headers)).text()).match(/(?<=modulepreload" href=")[^"]+/g) ?? []
    const files = await filesOf('/', { cookie: `lyceum_signed_in_${port}=1` })
    expect(files).toContainEqual(expect.stringMatching(/\/learner-today-/))
    for (const file of files) expect([file, (await get(file)).status]).toEqual([file, 200])
    const renderer = expect.stringMatching(/\/learner-client-/)
    expect(await filesOf('/learn')).toEqual([renderer])
  })

  test('a public page names the files of the application and of its language, and does not load them', async () => {
    const text = await (await get('/', { 'accept-language': 'pt' })).text()
    expect(text).not.toMatch(/<link rel="modulepreload"|<script type="module"/)
    const [, files] = /<meta name="lyceum-later" content="([^"]+)">/.exec(text)!
    expect(files!.split(' ')).toEqual([
      expect.stringMatching(/^\/assets\/learner-\w+\.js$/),
      expect.stringMatching(/\/learner-client-/),
      expect.stringMatching(/\/learner-pt-/),
    ])
    for (const file of files!.split(' ')) expect([file, (await get(file)).status]).toEqual([file, 200])
  })

  test('an unknown address has status 404 and contains the application', async () => {
    for (const path of ['/no/such/page', '/studio/nothing', '/learn/a/b/c']) {
      const response = await get(path)
      expect([path, response.status]).toEqual([path, 404])
      expect(await response.text()).toContain('<div id="root"><')
    }
  })

  test('an API client never gets a page instead of an API response', async () => {
    for (const path of [
      '/api/v2/nothing',
      '/files/media/nothing.png',
      '/docs/nothing.js',
      '/assets/nothing.js',
      '/dev/nothing',
    ]) {
      const response = await get(path)
      expect([path, response.status]).toEqual([path, 404])
      expect(response.headers.get('content-type')).toContain('application/json')
    }
    expect((await fetch(`${service.url}/no/such/page`)).headers.get('content-type')).toContain('json')
    expect((await fetch(`${service.url}/no/such/page`, { method: 'POST' })).status).toBe(404)
  })

  test('a page contains no demo accounts when there is no demo', async () => {
    expect(await (await get('/')).text()).toContain('"demoAccounts":[]')
  })
})

describe('files of the web applications', () => {
  const assets = async () =>
    [...(await (await get('/')).text()).matchAll(/\/assets\/[\w.-]+/g)].map(([path]) => path)

  test('a file is cached without expiry, because its name changes with its content', async () => {
    const paths = await assets()
    expect(paths.length).toBeGreaterThan(3)
    for (const path of paths) {
      const response = await get(path)
      expect([path, response.status]).toEqual([path, 200])
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    }
  })

  test('a file is sent in the smallest encoding that the client accepts, once it is compressed', async () => {
    const script = (await assets()).find((path) => path.endsWith('.js'))!
    const encodingFor = async (accept: string) =>
      (
        await fetch(service.url + script, {
          headers: { 'accept-encoding': accept },
          decompress: false,
        } as RequestInit)
      ).headers.get('content-encoding')
    await waitUntil(async () => (await encodingFor('gzip')) === 'gzip')
    expect(await encodingFor('gzip, br')).toBe('br')
    expect(await encodingFor('br;q=0, gzip')).toBe('gzip')
    expect(await encodingFor('identity')).toBeNull()
  })

  test('the service worker stores only files that the service serves', async () => {
    const worker = await get('/sw.js')
    expect(worker.headers.get('content-type')).toContain('text/javascript')
    expect(worker.headers.get('cache-control')).toBe('no-cache')
    expect(worker.headers.get('content-security-policy')).toBe("default-src 'none'; connect-src 'self'")
    const paths = [...(await worker.text()).matchAll(/\/assets\/[\w.-]+/g)].map(([path]) => path)
    expect(paths.length).toBeGreaterThan(50)
    for (const path of new Set(paths)) expect([path, (await get(path)).status]).toEqual([path, 200])
  })

  test('the web manifest names icons that exist and is revalidated on each request', async () => {
    const response = await get('/manifest.webmanifest')
    expect(response.headers.get('content-type')).toBe('application/manifest+json')
    expect(response.headers.get('cache-control')).toBe('no-cache')
    const manifest = (await response.json()) as { name: string; icons: { src: string; purpose: string }[] }
    expect(manifest.name).toBe('Lyceum')
    expect(manifest.icons.map(({ purpose }) => purpose)).toEqual(
      expect.arrayContaining(['any', 'maskable', 'monochrome']),
    )
    for (const { src } of manifest.icons) {
      const icon = await get(src)
      expect([src, icon.headers.get('content-type')]).toEqual([src, 'image/png'])
    }
    expect(await (await get('/')).text()).toContain('<link rel="manifest" href="/manifest.webmanifest">')
    expect(await (await get('/studio')).text()).not.toContain('manifest')
  })

  test('a file outside the folder is never served', async () => {
    for (const name of ['..%2flearner.html', '%2e%2e%2fcompressed', '..%2f..%2f..%2fetc%2fpasswd'])
      expect([name, (await get(`/assets/${name}`)).status]).toEqual([name, 404])
  })
})
