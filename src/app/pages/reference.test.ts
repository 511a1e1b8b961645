import { describe, expect, test } from 'bun:test'
import { referencePages } from './reference.ts'

const pages = referencePages(() => ({ openapi: '3.1.0' }))

/** What the route answers, with the parameters as the router would give them. */
async function get(path: string): Promise<Response> {
  const name = /^\/docs\/(.+)$/.exec(path)?.[1]
  const route = pages.find((page) => page.path === (name ? '/docs/:name' : path))!
  return route.handle(new Request(`http://localhost${path}`), name ? { name: decodeURIComponent(name) } : {})
}

/** Every asset that the page needs: those it names, and those that they import in turn. */
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
  const page = await (await get('/docs')).text()
  for (const [, path] of page.matchAll(/(?:src|href)="(\/docs\/[^"]+)"/g)) await visit(path!)
  return found
}

describe('the pages of the reference', () => {
  test('serve every asset that the page and its scripts name, each as what it is', async () => {
    const types: Record<string, string> = {
      js: 'text/javascript; charset=utf-8',
      css: 'text/css; charset=utf-8',
      svg: 'image/svg+xml',
    }
    const found = await assets()
    const names = [...found.keys()]
    for (const name of ['page.js', 'schema-tree.js', 'print.css', 'favicon.svg'])
      expect(names).toContain(`/docs/${name}`)
    for (const [path, response] of found) {
      expect({ path, status: response.status }).toEqual({ path, status: 200 })
      expect(response.headers.get('content-type')).toBe(types[path.split('.').at(-1)!]!)
      expect(response.headers.get('content-security-policy')).toContain("script-src 'self'")
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  test('serve the page and the document', async () => {
    expect((await get('/docs')).headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await (await get('/openapi.json')).json()).toEqual({ openapi: '3.1.0' })
  })

  test('serve nothing else', async () => {
    for (const name of [
      'reference.browser.test.ts',
      '..%2f',
      '..%2fhttp%2fserver.ts',
      'page.html',
      'constructor',
    ])
      expect({ name, status: (await get(`/docs/${name}`)).status }).toEqual({ name, status: 404 })
  })

  test('hold no asset that nobody names', async () => {
    const present = await Array.fromAsync(
      new Bun.Glob('*.{js,css,svg}').scan(`${import.meta.dir}/../../platform/reference`),
    )
    const named = [...(await assets()).keys()].map((path) => path.slice('/docs/'.length))
    expect(named.toSorted()).toEqual(present.toSorted())
  })
})
