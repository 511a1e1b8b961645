import { afterAll, describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { startTestHttp } from '../../../../test/harness/http.ts'
import { asyncApiDocument } from '../../../platform/websockets/asyncapi.ts'
import { referencePages } from './reference-pages.ts'

const ROOT = join(import.meta.dir, '../../../..')
const SCALAR = join(ROOT, 'node_modules/@scalar/api-reference')

const asyncApi = asyncApiDocument({
  title: 'Lyceum live',
  version: '0.1.0',
  serverUrl: 'http://localhost:3000',
  path: '/ws',
  purpose: 'One WebSocket.',
  notes: [],
  ticket: 'A ticket.',
  handlers: [],
  outFrames: [],
})
const http = startTestHttp([], {
  plainRoutes: referencePages({ openApi: () => ({ openapi: '3.1.0' }), asyncApi: () => asyncApi }),
})
afterAll(() => http.stop())

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(http.url + path, { headers, decompress: false })

/** The paths of all files that the pages use. */
async function listFiles(): Promise<string[]> {
  const pages = await Promise.all(['/docs', '/docs/live'].map(async (path) => (await get(path)).text()))
  const found = pages.join('').matchAll(/(?:src|href)="(\/docs\/files\/[^"]+)"/g)
  return [...new Set([...found].map(([, path]) => path!))]
}

const scalarPath = async () => (await listFiles()).find((path) => path.includes('/scalar-'))!

describe('the API reference', () => {
  test('the pages and the documents of the reference are served', async () => {
    expect((await get('/docs')).headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect((await get('/docs/live')).headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await (await get('/openapi.json')).json()).toEqual({ openapi: '3.1.0' })
    expect(await (await get('/asyncapi.json')).json()).toEqual(JSON.parse(JSON.stringify(asyncApi)))
  })

  test('every file of the reference is served with its content type and may be cached forever', async () => {
    const types: Record<string, string> = {
      js: 'text/javascript; charset=utf-8',
      css: 'text/css; charset=utf-8',
      svg: 'image/svg+xml',
    }
    const files = await listFiles()
    const labels = files.map((path) => /files\/(\w+)-[0-9a-f]{16}\./.exec(path)?.[1])
    expect(labels.toSorted()).toEqual(['icon', 'live', 'page', 'scalar', 'start', 'theme', 'tokens'])
    for (const path of files) {
      const response = await get(path)
      expect([path, response.status]).toEqual([path, 200])
      expect(response.headers.get('content-type')).toBe(types[path.split('.').at(-1)!]!)
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  test('Scalar is served compressed when the client accepts it, and unchanged otherwise', async () => {
    const path = await scalarPath()
    const original = readFileSync(join(SCALAR, 'dist/browser/standalone.js'))
    const body = async (encoding: string) => {
      const response = await get(path, { 'accept-encoding': encoding })
      expect(response.headers.get('vary')).toBe('accept-encoding')
      return { encoding: response.headers.get('content-encoding'), bytes: await response.bytes() }
    }
    const brotli = await body('gzip, br')
    expect(brotli.encoding).toBe('br')
    expect(brotli.bytes.length).toBeLessThan(original.length / 3)
    expect(brotliDecompressSync(brotli.bytes).equals(original)).toBe(true)
    const gzip = await body('gzip')
    expect(gzip.encoding).toBe('gzip')
    expect(gunzipSync(gzip.bytes).equals(original)).toBe(true)
    const plain = await body('identity')
    expect(plain.encoding).toBeNull()
    expect(Buffer.from(plain.bytes).equals(original)).toBe(true)
  })

  test('the policy of /docs allows scripts and requests of this origin only', async () => {
    const policy = (await get('/docs')).headers.get('content-security-policy')!.split('; ')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("connect-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy.join()).not.toMatch(/https?:|\*|unsafe-eval/)
  })

  test('/docs/live has no script, and its policy allows none', async () => {
    const response = await get('/docs/live')
    const policy = response.headers.get('content-security-policy')!
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('script-src')
    expect(policy).not.toContain('unsafe')
    expect(await response.text()).not.toContain('<script')
  })

  test('a request with a matching ETag returns 304', async () => {
    for (const path of ['/openapi.json', '/asyncapi.json', '/docs', '/docs/live']) {
      const tag = (await get(path)).headers.get('etag')!
      expect(tag).toMatch(/^"[a-z0-9]+"$/)
      const again = await get(path, { 'if-none-match': `"other", ${tag}` })
      expect([path, again.status, await again.text()]).toEqual([path, 304, ''])
      expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200)
    }
  })

  test('a path that is no file of the reference returns 404', async () => {
    const old = (await scalarPath()).replace(/-[0-9a-f]{16}/, '-0000000000000000')
    const names = ['start.js', '..%2fstart.js', '..%2f..%2f..%2f..%2fpackage.json', 'constructor']
    for (const path of [old, ...names.map((name) => `/docs/files/${name}`), '/docs/start.js'])
      expect([path, (await get(path)).status]).toEqual([path, 404])
  })
})

describe('the package of Scalar', () => {
  test('the packages that Scalar names but its bundle does not load are not installed', () => {
    const { dependencies, license } = JSON.parse(readFileSync(join(SCALAR, 'package.json'), 'utf8'))
    const { overrides } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
    expect(license).toBe('MIT')
    // The service itself uses yaml.
    const replaced = Object.keys(dependencies).filter((name) => name !== 'yaml')
    expect(Object.keys(overrides).toSorted()).toEqual(replaced.toSorted())
    expect(new Set(Object.values(overrides))).toEqual(new Set(['file:./packages/empty']))
    expect(readdirSync(join(ROOT, 'node_modules/@scalar'))).toEqual(['api-reference'])
    expect(readdirSync(join(ROOT, 'packages/empty'))).toEqual(['package.json'])
  })
})
