import { describe, expect, test } from 'bun:test'
import { etagResponse, jsonResponse, privatePage, RenderedJson } from './response.ts'

const TEXT = JSON.stringify({ success: true, data: Array.from({ length: 200 }, (_, id) => ({ id })) })
const JSON_HEADERS = { 'content-type': 'application/json' }
const CONTEXT = { requestId: 'r', headers: {} }

const ask = (accepted?: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Request('http://localhost/', {
    method,
    headers: { ...(accepted === undefined ? {} : { 'accept-encoding': accepted }), ...headers },
  })
const read = (request: Request, text = TEXT) => jsonResponse(new RenderedJson(text), 200, CONTEXT, request)
const encodingOf = (response: Response) => response.headers.get('content-encoding')

async function decoded(response: Response): Promise<string> {
  const bytes = await response.bytes()
  const encoding = encodingOf(response)
  return new TextDecoder().decode(
    encoding === 'zstd' ? Bun.zstdDecompressSync(bytes) : encoding === 'gzip' ? Bun.gunzipSync(bytes) : bytes,
  )
}

describe('compressed responses', () => {
  test('a client gets the best encoding that it accepts', async () => {
    for (const [accepted, encoding] of [
      ['gzip, deflate, br, zstd', 'zstd'],
      ['gzip, deflate, br', 'gzip'],
      ['GZIP;q=0.5', 'gzip'],
      ['zstd;q=0, gzip', 'gzip'],
      ['br', null],
      ['identity', null],
      [undefined, null],
    ] as const) {
      const response = read(ask(accepted))
      expect([accepted, encodingOf(response)]).toEqual([accepted, encoding])
      expect(await decoded(response)).toBe(TEXT)
      expect(response.headers.get('vary')).toContain('accept-encoding')
    }
  })

  test('a short response is not compressed', () => {
    expect(encodingOf(read(ask('gzip'), '{"success":true}'))).toBeNull()
  })

  test('each encoding has its own ETag, and 304 for it', () => {
    const etags = ['zstd', 'gzip', 'identity'].map((accepted) => read(ask(accepted)).headers.get('etag')!)
    expect(new Set(etags).size).toBe(3)
    for (const [index, accepted] of ['zstd', 'gzip', 'identity'].entries()) {
      expect(read(ask(accepted, { 'if-none-match': etags[index]! })).status).toBe(304)
      expect(read(ask(accepted, { 'if-none-match': etags[(index + 1) % 3]! })).status).toBe(200)
    }
  })

  test('clients that share a response get the same bytes', async () => {
    const shared = new RenderedJson(TEXT)
    const send = (accepted: string) => jsonResponse(shared, 200, CONTEXT, ask(accepted))
    expect(await decoded(send('zstd'))).toBe(TEXT)
    expect(await decoded(send('gzip'))).toBe(TEXT)
    expect(await decoded(send('zstd'))).toBe(TEXT)
  })

  test('a response to a write is not compressed, because it may contain a secret beside texts of the request', () => {
    const response = jsonResponse(new RenderedJson(TEXT), 200, CONTEXT, ask('gzip', {}, 'POST'))
    expect(encodingOf(response)).toBeNull()
  })

  test('pages are compressed, and pictures are not', async () => {
    const html = { 'content-type': 'text/html; charset=utf-8' }
    expect(encodingOf(etagResponse(TEXT, html, ask('gzip')))).toBe('gzip')
    expect(encodingOf(etagResponse(TEXT, { 'content-type': 'image/svg+xml' }, ask('gzip')))).toBe('gzip')
    expect(encodingOf(etagResponse(TEXT, { 'content-type': 'image/png' }, ask('gzip')))).toBeNull()
    expect(encodingOf(etagResponse(TEXT, { ...JSON_HEADERS, 'content-encoding': 'br' }, ask('gzip')))).toBe(
      'br',
    )
    const page = privatePage(TEXT, html, ask('zstd'))
    expect([encodingOf(page), page.headers.get('cache-control'), await decoded(page)]).toEqual([
      'zstd',
      'no-store',
      TEXT,
    ])
  })
})
