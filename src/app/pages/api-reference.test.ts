import { afterAll, describe, expect, test } from 'bun:test'
import { startTestHttp } from '../../../test/harness/http.ts'
import { referencePages } from './api-reference.ts'

const http = startTestHttp([], {
  plainRoutes: referencePages({
    openApi: () => ({ openapi: '3.1.0' }),
    asyncApi: () => ({ asyncapi: '3.0.0' }),
  }),
})
afterAll(() => http.stop())

const get = (path: string, headers: Record<string, string> = {}) => fetch(http.url + path, { headers })

/** Every asset of the pages, with the modules that they import. */
async function assets(): Promise<Map<string, Response>> {
  const found = new Map<string, Response>()
  const visit = async (path: string) => {
    if (found.has(path)) return
    const response = await get(path)
    found.set(path, response)
    const text = await response.clone().text()
    if (path.endsWith('.js'))
      for (const [, name] of text.matchAll(/from '\.\/(.+?)'/g)) await visit(`/docs/${name}`)
  }
  const pages = [await get('/docs'), await get('/docs/live')]
  const text = (await Promise.all(pages.map((page) => page.text()))).join()
  for (const [, path] of text.matchAll(/(?:src|href)="(\/docs\/[^"]+\.\w+)"/g)) await visit(path!)
  return found
}

describe('the API reference', () => {
  test('every referenced asset is served with its content type', async () => {
    const types: Record<string, string> = {
      js: 'text/javascript; charset=utf-8',
      css: 'text/css; charset=utf-8',
      svg: 'image/svg+xml',
    }
    const found = await assets()
    const names = [...found.keys()]
    for (const name of ['page.js', 'live.js', 'schema-tree.js', 'print.css', 'favicon.svg'])
      expect(names).toContain(`/docs/${name}`)
    for (const [path, response] of found) {
      expect({ path, status: response.status }).toEqual({ path, status: 200 })
      expect(response.headers.get('content-type')).toBe(types[path.split('.').at(-1)!]!)
      expect(response.headers.get('content-security-policy')).toContain("script-src 'self'")
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  test('the page and the OpenAPI document are served', async () => {
    expect((await get('/docs')).headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await (await get('/openapi.json')).json()).toEqual({ openapi: '3.1.0' })
  })

  test('a request with a matching ETag returns 304', async () => {
    for (const path of ['/openapi.json', '/docs', '/docs/page.js', '/docs/favicon.svg']) {
      const tag = (await get(path)).headers.get('etag')!
      expect(tag).toMatch(/^"[a-z0-9]+"$/)
      const again = await get(path, { 'if-none-match': `"other", ${tag}` })
      expect([path, again.status, await again.text()]).toEqual([path, 304, ''])
      expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200)
    }
  })

  test('other paths return 404', async () => {
    for (const name of [
      'reference.browser.test.ts',
      '..%2f',
      '..%2fhttp%2fserver.ts',
      'page.html',
      'constructor',
    ])
      expect({ name, status: (await get(`/docs/${name}`)).status }).toEqual({ name, status: 404 })
  })

  test('every asset in the folder is referenced', async () => {
    const present = await Array.fromAsync(
      new Bun.Glob('*.{js,css,svg}').scan(`${import.meta.dir}/../../platform/reference`),
    )
    const named = [...(await assets()).keys()].map((path) => path.slice('/docs/'.length))
    expect(named.toSorted()).toEqual(present.toSorted())
  })
})
