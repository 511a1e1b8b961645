import { afterAll, describe, expect, test } from 'bun:test'
import { expectRefusal, requestRaw, startTestHttp } from '../../../test/harness/http.ts'
import { DatabaseError } from '../db/database-error.ts'
import { commonErrors, defineRefusals } from '../errors.ts'
import { workContext } from '../log.ts'
import { z } from '../zod.ts'
import { type Endpoint, endpoint, Reply } from './endpoint.ts'
import { RequestMetrics } from './request-metrics.ts'
import { plainResponse } from './response.ts'

const shown = { tag: 'Test', summary: 'Test', access: 'public' } as const
const anything = { status: 200, data: z.any() } as const
const errors = defineRefusals({
  lesson_locked: { kind: 'conflict', message: 'Finish the lesson before it.' },
  pin_locked: { kind: 'locked', message: 'Wait.' },
})

function get(path: string, handle: () => unknown): Endpoint {
  return endpoint({ ...shown, method: 'get', path, response: anything, handle })
}
function fail(error: unknown): () => never {
  return () => {
    throw error
  }
}

const LONG = 'é'.repeat(20_000)
let version = 1
let timesRendered = 0
const shared = new Reply({
  toJSON: () => {
    timesRendered++
    return 'the same for all'
  },
})
const endpoints = [
  get('/data', () => ({ name: 'Ada' })),
  get('/version', () => ({ version })),
  get('/list', () => new Reply([1, 2], { meta: { total: 2, page: 1, limit: 20 } })),
  get('/shared', () => shared),
  get('/long', async () => {
    await Bun.sleep(1)
    return LONG
  }),
  get('/refused', fail(errors.lesson_locked({ extra: { lessonId: 7, status: 'LOCKED' } }))),
  get('/locked', fail(errors.pin_locked({ retryAfterSeconds: 59.2 }))),
  get(
    '/database',
    fail(new DatabaseError({ message: 'gone', code: 'ERR_POSTGRES_CONNECTION_CLOSED' }, 'select 1')),
  ),
  get('/starting', fail(new DatabaseError({ message: 'starting up', errno: '57P03' }, 'select 1'))),
  get('/idle', fail(new DatabaseError({ message: 'idle', errno: '25P03' }, 'select 1'))),
  get('/slow', fail(new DatabaseError({ message: 'timeout', errno: '57014' }, 'select 1'))),
  get(
    '/violation',
    fail(new DatabaseError({ message: 'secret_table', errno: '23505' }, 'select secret_column')),
  ),
  get('/thrown', fail(new Error('the inside: hunter2'))),
  get('/thrown-null', fail(null)),
  endpoint({
    ...shown,
    method: 'post',
    path: '/data',
    response: { ...anything, status: 201, message: 'Made.' },
    handle: ({ respondAfterCommit }) => respondAfterCommit(1),
  }),
  endpoint({
    ...shown,
    method: 'delete',
    path: '/data',
    response: { status: 200, message: 'Gone.' },
    handle: ({ respondAfterCommit }) => respondAfterCommit(),
  }),
  endpoint({
    ...shown,
    method: 'post',
    path: '/said',
    response: anything,
    handle: ({ respondAfterCommit }) => respondAfterCommit(new Reply(1, { message: 'Said.' })),
  }),
  endpoint({
    ...shown,
    method: 'get',
    path: '/bare',
    response: { ...anything, withoutEnvelope: true },
    handle: () => [1, 2],
  }),
  endpoint({
    ...shown,
    method: 'get',
    path: '/bare-refused',
    response: { ...anything, withoutEnvelope: true },
    handle: fail(errors.lesson_locked()),
  }),
  endpoint({
    ...shown,
    method: 'get',
    path: '/lying',
    response: { status: 200, data: z.object({ a: z.number() }) },
    handle: () => ({ a: 'b' }) as never,
  }),
  endpoint({
    ...shown,
    method: 'get',
    path: '/things/:id',
    params: z.object({ id: z.uuid() }),
    response: anything,
    handle: ({ params }) => params,
  }),
  endpoint({
    ...shown,
    method: 'post',
    path: '/things/join',
    response: anything,
    handle: ({ respondAfterCommit }) => respondAfterCommit(1),
  }),
]
const plainRoutes = [
  { path: '/page', handle: () => plainResponse('<p>hello', 200, { 'content-type': 'text/html' }) },
  {
    path: '/pages/:name{[0-9]{1,2}\\.svg}',
    handle: (_request: Request, { name }: Record<string, string>) => {
      if (name === '0.svg') throw commonErrors.not_found()
      return plainResponse(`${name} under ${workContext.getStore()?.requestId}`, 200, {})
    },
  },
  { path: '/broken-page', handle: fail(new Error('the inside: hunter2')) },
]
const http = startTestHttp(endpoints, { plainRoutes })
afterAll(() => http.stop())

describe('a successful response', () => {
  test('a success contains its data and no undeclared field', async () => {
    const response = await http.ask('/data')
    expect(response.status).toBe(200)
    expect(response.json).toEqual({ success: true, data: { name: 'Ada' } })
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  })

  test('a success has the status and the message of its endpoint', async () => {
    const response = await http.ask('/data', { method: 'POST' })
    expect(response.status).toBe(201)
    expect(response.json).toEqual({ success: true, data: 1, message: 'Made.' })
  })

  test('a success has the message of the handler, if given', async () => {
    expect((await http.ask('/said', { method: 'POST' })).json).toEqual({
      success: true,
      data: 1,
      message: 'Said.',
    })
  })

  test('a success without data contains only success and message', async () => {
    expect((await http.ask('/data', { method: 'DELETE' })).json).toEqual({ success: true, message: 'Gone.' })
  })

  test('a list contains its paging beside the data', async () => {
    expect((await http.ask('/list')).json).toEqual({
      success: true,
      data: [1, 2],
      meta: { total: 2, page: 1, limit: 20 },
    })
  })

  test('a response without an envelope stays bare, and its refusal has the envelope', async () => {
    expect((await http.ask('/bare')).json).toEqual([1, 2])
    expectRefusal(await http.ask('/bare-refused'), 409, 'LESSON_LOCKED')
  })

  test('a response that does not match its schema is an error in tests', async () => {
    expectRefusal(await http.ask('/lying'), 500, 'INTERNAL_ERROR')
  })
})

describe('a refusal', () => {
  test('a refusal has its code, its message and its fields', async () => {
    const response = await http.ask('/refused')
    expectRefusal(response, 409, 'LESSON_LOCKED')
    expect(response.json.message).toBe('Finish the lesson before it.')
    expect(response.json.error.lessonId).toBe(7)
    expect(response.headers.has('retry-after')).toBe(false)
  })

  test('an unknown path is 404', async () => {
    for (const path of ['/', '/unknown', '/data/', '/data/more', '/%00', '/%zz', '/..%2fdata']) {
      expectRefusal(await http.ask(path), 404, 'NOT_FOUND')
    }
  })

  test('an unsupported method is 405 and lists the supported ones', async () => {
    const response = await http.ask('/data', { method: 'PATCH' })
    expectRefusal(response, 405, 'METHOD_NOT_ALLOWED')
    expect(response.headers.get('allow')!.split(', ').sort()).toEqual([
      'DELETE',
      'GET',
      'HEAD',
      'OPTIONS',
      'POST',
    ])
    const said = await http.ask('/said')
    expectRefusal(said, 405, 'METHOD_NOT_ALLOWED')
    expect(said.headers.get('allow')).toBe('POST, OPTIONS')
    expectRefusal(
      await requestRaw(http.port, ['PROPFIND /data HTTP/1.1', 'Host: x']),
      405,
      'METHOD_NOT_ALLOWED',
    )
    expectRefusal(await http.ask('/page', { method: 'POST' }), 405, 'METHOD_NOT_ALLOWED')
    const both = await http.ask('/things/join', { method: 'DELETE' })
    expect(both.headers.get('allow')!.split(', ').sort()).toEqual(['GET', 'HEAD', 'OPTIONS', 'POST'])
  })

  test('a temporary refusal has Retry-After, rounded up', async () => {
    const response = await http.ask('/locked')
    expectRefusal(response, 423, 'PIN_LOCKED')
    expect(response.headers.get('retry-after')).toBe('60')
  })

  test('an unavailable or starting database, and one that ended an idle transaction, is 503 and may be retried', async () => {
    for (const path of ['/database', '/starting', '/idle']) {
      const response = await http.ask(path)
      expectRefusal(response, 503, 'DATABASE_UNAVAILABLE')
      expect(response.headers.get('retry-after')).toBe('1')
    }
  })

  test('a statement timeout is 503 and may be retried', async () => {
    const response = await http.ask('/slow')
    expectRefusal(response, 503, 'OVERLOADED')
    expect(response.headers.get('retry-after')).toBe('1')
  })

  test('a refusal is RFC 9457 for clients that accept it', async () => {
    for (const [path, status, code] of [
      ['/refused', 409, 'LESSON_LOCKED'],
      ['/unknown', 404, 'NOT_FOUND'],
      ['/thrown', 500, 'INTERNAL_ERROR'],
    ] as const) {
      const response = await http.ask(path, {
        headers: { accept: 'application/json;q=0.5, application/problem+json' },
      })
      expect(response.status).toBe(status)
      expect(response.headers.get('content-type')).toBe('application/problem+json')
      expect(response.json).toMatchObject({
        type: `urn:lyceum:refusal:${code.toLowerCase().replaceAll('_', '-')}`,
        title: code === 'LESSON_LOCKED' ? 'Lesson locked' : expect.stringMatching(/^[A-Z][a-z ]+$/),
        status,
        detail: expect.stringMatching(/^[A-Z].*\.$/),
        code,
        requestId: response.headers.get('x-request-id'),
      })
    }
  })
})

test('a reply that is returned again is serialized once, with one ETag', async () => {
  const responses = [await http.ask('/shared'), await http.ask('/shared')]
  expect(responses.map(({ json }) => json.data)).toEqual(['the same for all', 'the same for all'])
  expect(responses[0]!.headers.get('etag')).toBe(responses[1]!.headers.get('etag'))
  expect(timesRendered).toBe(1)
})

test('the Accept header for RFC 9457 is case-insensitive, and a weight of zero disables it', async () => {
  const typeFor = async (accept: string) =>
    (await http.ask('/refused', { headers: { accept } })).headers.get('content-type')
  for (const accept of [
    'Application/Problem+JSON',
    'text/html, application/problem+json;q=0.1',
    'application/problem+json ; Q=1',
  ])
    expect([accept, await typeFor(accept)]).toEqual([accept, 'application/problem+json'])
  for (const accept of [
    'application/problem+json;q=0',
    'application/problem+json; Q=0.00',
    'application/problem+jsonx',
    '*/*',
  ])
    expect([accept, await typeFor(accept)]).toEqual([accept, 'application/json; charset=utf-8'])
})

describe('an internal error', () => {
  test('an internal error is a 500 without internal details', async () => {
    for (const path of ['/thrown', '/thrown-null', '/violation', '/broken-page']) {
      const response = await http.ask(path)
      expectRefusal(response, 500, 'INTERNAL_ERROR')
      expect(response.text).not.toMatch(/hunter2|secret|inside|\.ts|Error:|at </)
      expect(Object.keys(response.json.error).sort()).toEqual(['code', 'requestId'])
    }
  })

  test('an internal error is logged with its cause and the request id', async () => {
    const program = `
      import { endpoint } from './src/platform/http/endpoint.ts'
      import { startTestHttp } from './test/harness/http.ts'
      const failing = endpoint({ method: 'get', path: '/fails', tag: 'x', summary: 'x', access: 'public',
        response: { status: 200 }, handle: () => { throw new Error('the cause') } })
      const http = startTestHttp([failing])
      await http.ask('/fails', { headers: { 'x-request-id': 'r-17' } })
      await http.stop()`
    const child = Bun.spawnSync([process.execPath, '-e', program], {
      cwd: `${import.meta.dir}/../../..`,
      env: { ...process.env, LOG_LEVEL: 'error' },
    })
    const lines = child.stdout.toString().trim().split('\n')
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0]!)).toMatchObject({
      level: 'error',
      requestId: 'r-17',
      path: '/fails',
      error: expect.stringContaining('the cause'),
    })
  })
})

describe('the request id', () => {
  const paths = ['/data', '/refused', '/thrown', '/unknown', '/page', '/broken-page']

  test("a client's request id is on every response", async () => {
    for (const path of paths) {
      const response = await http.ask(path, { headers: { 'x-request-id': 'Trace:1.2_3-4' } })
      expect({ path, id: response.headers.get('x-request-id') }).toEqual({ path, id: 'Trace:1.2_3-4' })
    }
    for (const method of ['PUT', 'OPTIONS']) {
      const response = await http.ask('/data', { method, headers: { 'x-request-id': 'Trace:1.2_3-4' } })
      expect(response.headers.get('x-request-id')).toBe('Trace:1.2_3-4')
    }
  })

  test('a new request id is created when the client sent none', async () => {
    for (const path of paths) {
      const [one, other] = await Promise.all([http.ask(path), http.ask(path)])
      expect(one.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
      expect(one.headers.get('x-request-id')).not.toBe(other.headers.get('x-request-id'))
    }
  })

  test('a request id that is too long or has unsafe characters is replaced', async () => {
    for (const wrong of ['x'.repeat(129), 'a b', '<script>', 'a"b', 'a,b', 'ü', '$(x)']) {
      for (const path of ['/data', '/unknown']) {
        const response = await http.ask(path, { headers: { 'x-request-id': wrong } })
        expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
      }
    }
    const longest = 'x'.repeat(128)
    expect(
      (await http.ask('/data', { headers: { 'x-request-id': longest } })).headers.get('x-request-id'),
    ).toBe(longest)
  })
})

test('a page runs with its request id and is counted by its path, whatever it returns', async () => {
  const response = await http.ask('/pages/17.svg', { headers: { 'x-request-id': 'r-18' } })
  expect(response.text).toBe('17.svg under r-18')
  const refused = await http.ask('/pages/0.svg')
  expectRefusal(refused, 404, 'NOT_FOUND')
  for (const status of [200, 404])
    expect(RequestMetrics.text()).toContain(`{method="get",route="/pages/:name",status="${status}"} 1\n`)
})

test('every response has the security headers', async () => {
  for (const path of ['/data', '/refused', '/thrown', '/unknown', '/page']) {
    const { headers } = await http.ask(path)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('strict-transport-security')).toContain('max-age=')
    expect(headers.has('x-powered-by')).toBe(false)
    expect(headers.has('server')).toBe(false)
  }
})

describe('an unchanged resource', () => {
  test('an unchanged resource is not sent again to a client with its ETag', async () => {
    const first = await http.ask('/version')
    const tag = first.headers.get('etag')!
    expect(tag).toMatch(/^"[a-z0-9]+"$/)
    for (const shownTag of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const again = await http.ask('/version', { headers: { 'if-none-match': shownTag } })
      expect(again.status).toBe(304)
      expect(again.text).toBe('')
      expect(again.headers.get('etag')).toBe(tag)
    }
    expect((await http.ask('/version', { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
  })

  test('a changed resource is sent with a new ETag', async () => {
    const tag = (await http.ask('/version')).headers.get('etag')!
    version++
    const after = await http.ask('/version', { headers: { 'if-none-match': tag } })
    expect(after.status).toBe(200)
    expect(after.json.data).toEqual({ version })
    expect(after.headers.get('etag')).not.toBe(tag)
    expect(after.headers.get('cache-control')).toContain('no-cache')
  })

  test('a POST or a refusal has no ETag, and If-None-Match: * does not hide it', async () => {
    const posted = await http.ask('/data', { method: 'POST', headers: { 'if-none-match': '*' } })
    expect(posted.status).toBe(201)
    expect(posted.headers.has('etag')).toBe(false)
    expect(posted.headers.get('cache-control')).toBe('no-store')
    const refused = await http.ask('/refused', { headers: { 'if-none-match': '*' } })
    expect(refused.status).toBe(409)
    expect(refused.headers.has('etag')).toBe(false)
  })
})

describe('a long response', () => {
  test('is sent as a stream, because the runtime sends each header of it alone otherwise', async () => {
    const uncompressed = { 'accept-encoding': 'identity' }
    const response = await http.ask('/long', { headers: uncompressed })
    expect(response.json.data).toBe(LONG)
    expect(response.headers.get('transfer-encoding')).toBe('chunked')
    const tag = response.headers.get('etag')!
    expect((await http.ask('/long', { headers: { ...uncompressed, 'if-none-match': tag } })).status).toBe(304)
    expect((await http.ask('/data')).headers.has('content-length')).toBe(true)
  })

  test('has its Content-Length in the response to HEAD', async () => {
    const head = await requestRaw(http.port, ['HEAD /long HTTP/1.1', 'Host: x'])
    const [get, length] = [await http.ask('/long'), head.headers.get('content-length')]
    expect(Number(length)).toBe(Buffer.byteLength(get.text))
  })
})

describe('the HEAD method', () => {
  test('HEAD returns the headers of GET without its body', async () => {
    const [get, head] = await Promise.all([http.ask('/data'), http.ask('/data', { method: 'HEAD' })])
    expect(head.status).toBe(200)
    expect(head.text).toBe('')
    for (const name of ['etag', 'content-type', 'cache-control', 'x-content-type-options']) {
      expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)])
    }
  })

  test('HEAD returns the Content-Length of GET for data, pages and refusals', async () => {
    for (const path of ['/data', '/page', '/refused', '/unknown', '/said']) {
      const [get, head] = await Promise.all(
        ['GET', 'HEAD'].map((method) =>
          requestRaw(http.port, [`${method} ${path} HTTP/1.1`, 'Host: x', 'x-request-id: same']),
        ),
      )
      expect(Number(get!.headers.get('content-length'))).toBeGreaterThan(0)
      expect([path, head!.headers.get('content-length')]).toEqual([path, get!.headers.get('content-length')])
    }
  })

  test('HEAD of an unknown path is 404, and of a path without GET is 405', async () => {
    expect((await http.ask('/unknown', { method: 'HEAD' })).status).toBe(404)
    expect((await http.ask('/said', { method: 'HEAD' })).status).toBe(405)
  })
})

test('an invalid Host header causes no internal error', async () => {
  for (const host of ['[', '[[[bad', 'a b', '', 'x:99999', '%', 'a/b?c#d']) {
    for (const path of ['/refused', '/page', '/unknown']) {
      const response = await requestRaw(http.port, [`GET ${path} HTTP/1.1`, `Host: ${host}`]).catch(
        () => undefined,
      )
      if (response) expect(response.status).toBeLessThan(500)
    }
  }
  expectRefusal(await requestRaw(http.port, ['GET /thrown HTTP/1.1', 'Host: x:99999']), 500, 'INTERNAL_ERROR')
  expectRefusal(await http.ask('/refused'), 409, 'LESSON_LOCKED')
})
