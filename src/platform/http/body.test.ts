import { afterAll, describe, expect, test } from 'bun:test'
import {
  expectRefusal,
  RawConnection,
  requestRaw,
  startTestHttp,
  type TestResponse,
} from '../../../test/harness/http.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { z } from '../zod.ts'
import { JSON_LIMIT_BYTES } from './body.ts'
import { endpoint } from './endpoint.ts'
import { RequestMetrics } from './request-metrics.ts'

const shown = { tag: 'Test', summary: 'Test', access: 'public' } as const
const anything = { status: 200, data: z.any() } as const
const MEBIBYTE = 1024 * 1024

let handled = 0
const endpoints = [
  endpoint({
    ...shown,
    method: 'post',
    path: '/echo',
    body: z.object({
      name: z.string().max(100_000),
      age: z.number().int().optional(),
      tags: z.array(z.object({ label: z.string() })).optional(),
    }),
    response: anything,
    handle: ({ body, respondAfterCommit }) => {
      handled++
      return respondAfterCommit(body)
    },
  }),
  endpoint({
    ...shown,
    method: 'post',
    path: '/free',
    body: z.any(),
    response: anything,
    handle: ({ body, respondAfterCommit }) => respondAfterCommit(body),
  }),
  endpoint({
    ...shown,
    method: 'post',
    path: '/optional',
    body: z.object({ name: z.string().optional() }),
    response: anything,
    handle: ({ body, respondAfterCommit }) => respondAfterCommit(body),
  }),
  endpoint({
    ...shown,
    method: 'post',
    path: '/none',
    response: anything,
    handle: ({ respondAfterCommit }) => respondAfterCommit('done'),
  }),
  endpoint({
    ...shown,
    method: 'post',
    path: '/upload',
    body: z.object({ title: z.string() }),
    upload: { parts: ['image'], limitBytes: MEBIBYTE, description: 'Files' },
    response: anything,
    handle: ({ respondAfterCommit }) => respondAfterCommit(++handled),
  }),
]
const http = startTestHttp(endpoints)
afterAll(() => http.stop())

describe('a JSON body', () => {
  test('a JSON body reaches the handler without unknown fields', async () => {
    const response = await http.post('/echo', {
      name: 'Ada',
      role: 'ADMIN',
      constructor: 1,
      tags: [{ label: 'a', x: 1 }],
    })
    expect(response.json.data).toEqual({ name: 'Ada', tags: [{ label: 'a' }] })
  })

  test('a JSON body may contain every valid character', async () => {
    const name = 'κόσμε 🦉 \u{10ffff} \u0001 " \\ / \u2028 e\u0301'
    expect((await http.post('/echo', { name })).json.data).toEqual({ name })
    expect((await http.post('/echo', '{"name":"\\ud83e\\udd89"}')).json.data).toEqual({ name: '🦉' })
    expect((await http.post('/echo', '\ufeff{"name":"Ada"}')).json.data).toEqual({ name: 'Ada' })
  })

  test('broken JSON is MALFORMED_JSON', async () => {
    const broken = [
      '{',
      '{"name":}',
      "{'name':'x'}",
      '{"name":"x",}',
      'name=x',
      '{"name":"x"}}',
      '"',
      'undefined',
      'NaN',
      '\0',
      '[1,2',
      '{"a":01}',
    ]
    for (const text of broken) expectRefusal(await http.post('/echo', text), 400, 'MALFORMED_JSON')
  })

  test('an empty body counts as an empty object', async () => {
    const response = await http.ask('/echo', { method: 'POST' })
    expectRefusal(response, 400, 'VALIDATION_FAILED')
    expect(response.json.error.details).toEqual([{ field: 'name', message: expect.any(String) }])
    expect((await http.ask('/optional', { method: 'POST' })).json.data).toEqual({})
    expectRefusal(await http.post('/echo', '   '), 400, 'MALFORMED_JSON')
  })

  test('a JSON body with wrong types is refused with the path of each field', async () => {
    const response = await http.post('/echo', { name: 5, age: 'x', tags: [{ label: 'a' }, { label: null }] })
    expectRefusal(response, 400, 'VALIDATION_FAILED')
    expect(response.json.error.details.map((detail: { field: string }) => detail.field)).toEqual([
      'name',
      'age',
      'tags.1.label',
    ])
    for (const detail of response.json.error.details) expect(detail.message.length).toBeGreaterThan(3)
  })

  test('a JSON body that is not an object is refused as a whole', async () => {
    for (const text of ['null', '5', '"x"', '[]', 'true']) {
      const response = await http.post('/echo', text)
      expectRefusal(response, 400, 'VALIDATION_FAILED')
      expect(response.json.error.details[0].field).toBe('(body)')
    }
  })

  test('a JSON body with thousands of errors is refused with a bounded list of them', async () => {
    const response = await http.post('/echo', { name: 'x', tags: Array.from({ length: 5_000 }, () => 1) })
    expectRefusal(response, 400, 'VALIDATION_FAILED')
    expect(response.json.error.details.length).toBe(50)
  })

  const hostile: [what: string, text: string, field: string][] = [
    ['a NUL in a text', '{"name":"a\\u0000b"}', 'name'],
    ['a NUL in a name', '{"a\\u0000b":1}', 'ab'],
    ['the first half of a surrogate pair', '{"name":"\\ud800"}', 'name'],
    ['the second half of a surrogate pair', '{"name":"\\udc00x"}', 'name'],
    [
      'half of a surrogate pair in an unknown field',
      '{"name":"x","deep":{"list":["\\udfff"]}}',
      'deep.list[0]',
    ],
    ['the name __proto__', '{"__proto__":{"name":"x"}}', '__proto__'],
    ['the name __proto__, written with escapes', '{"name":"x","a":{"\\u005f_proto__":1}}', 'a.__proto__'],
    ['a number that is too large', '{"name":"x","age":1e999}', 'age'],
    ['a number that is too small', '{"name":"x","list":[-1e400]}', 'list[0]'],
  ]
  for (const [what, text, field] of hostile) {
    test(`a JSON body with ${what} is refused with its field`, async () => {
      const before = handled
      for (const path of ['/echo', '/free']) {
        const response = await http.post(path, text)
        expectRefusal(response, 400, 'VALIDATION_FAILED')
        expect(response.json.error.details).toEqual([{ field, message: expect.any(String) }])
      }
      expect(handled).toBe(before)
    })
  }

  test('a JSON body cannot change a prototype', async () => {
    await http.post('/free', '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}')
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  test('a JSON body that is nested 10,000 deep is refused immediately', async () => {
    for (const text of [
      '['.repeat(10_000) + ']'.repeat(10_000),
      `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
    ]) {
      const response = await http.post('/free', text)
      expectRefusal(response, 400, 'MALFORMED_JSON')
      expect(response.json.message).toBe('The body is nested too deeply.')
    }
  })

  test('a JSON body may be nested 32 deep and may have any number of brackets in its strings', async () => {
    const deep = `${'['.repeat(32)}${']'.repeat(32)}`
    expect((await http.post('/free', deep)).status).toBe(200)
    expectRefusal(await http.post('/free', `[${deep}]`), 400, 'MALFORMED_JSON')
    const name = `${'['.repeat(1_000)}"\\"${'{'.repeat(1_000)}`
    expect((await http.post('/echo', { name })).json.data).toEqual({ name })
  })

  test('a body that is not UTF-8 is MALFORMED_JSON', async () => {
    for (const bytes of [[0xff], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80], [0xc0, 0x80]]) {
      const body = Buffer.concat([Buffer.from('{"name":"'), Buffer.from(bytes), Buffer.from('"}')])
      const response = await http.ask('/echo', {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
      })
      expectRefusal(response, 400, 'MALFORMED_JSON')
    }
  })
})

describe('a body that is too large', () => {
  const exact = JSON.stringify({ name: 'x'.repeat(JSON_LIMIT_BYTES - 11) })

  test('a body is accepted up to the limit and refused one byte above it', async () => {
    expect(exact.length).toBe(JSON_LIMIT_BYTES)
    expect((await http.post('/echo', exact)).status).toBe(200)
    expectRefusal(await http.post('/echo', `${exact} `), 413, 'PAYLOAD_TOO_LARGE')
  })

  test('a body with one string of a megabyte is 413', async () => {
    expectRefusal(await http.post('/echo', { name: 'x'.repeat(MEBIBYTE) }), 413, 'PAYLOAD_TOO_LARGE')
  })

  test('a body that is too large is refused by its Content-Length, before it is received', async () => {
    const lines = [
      'POST /echo HTTP/1.1',
      'Host: x',
      'Content-Type: application/json',
      'Content-Length: 200000000',
    ]
    expectRefusal(await requestRaw(http.port, lines), 413, 'PAYLOAD_TOO_LARGE')
  })

  test('a chunked body that is too large is refused while it is received', async () => {
    const connection = new RawConnection(http.port)
    connection.send(
      'POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
    )
    const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`
    for (let count = 0; count < 5; count++) connection.send(chunk)
    expectRefusal(await connection.readResponse(), 413, 'PAYLOAD_TOO_LARGE')
    connection.end()
  })

  test('a chunked body that is small enough is accepted', async () => {
    const connection = new RawConnection(http.port)
    connection.send(
      'POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
    )
    for (const part of ['{"na', 'me":', '"Ada"}']) {
      connection.send(`${part.length.toString(16)}\r\n${part}\r\n`)
      await Bun.sleep(10)
    }
    connection.send('0\r\n\r\n')
    expect((await connection.readResponse()).json.data).toEqual({ name: 'Ada' })
    connection.end()
  })

  test('a refused large body does not affect later requests', async () => {
    for (let count = 0; count < 20; count++) {
      const [refused, taken] = await Promise.all([
        http.post('/echo', { name: 'x'.repeat(MEBIBYTE) }),
        http.post('/echo', { name: 'x' }),
      ])
      expect([refused.status, taken.status]).toEqual([413, 200])
    }
  })
})

describe('the content type of a body', () => {
  async function sentAs(contentType: string | undefined, path = '/echo'): Promise<TestResponse> {
    const body = '{"name":"Ada"}'
    const lines = [`POST ${path} HTTP/1.1`, 'Host: x', `Content-Length: ${body.length}`]
    if (contentType !== undefined) lines.push(`Content-Type: ${contentType}`)
    return requestRaw(http.port, lines, body)
  }

  const accepted = [
    'application/json',
    'application/json\t',
    'application/json ;charset=utf-8',
    'application/json; charset=UTF-8',
    'application/json;charset="utf-8"; profile=x',
    'APPLICATION/JSON',
    'Application/Json;',
    'application/merge-patch+json',
    '',
  ]
  for (const contentType of accepted) {
    test(`the content type may be ${JSON.stringify(contentType)}`, async () => {
      expect((await sentAs(contentType)).json).toEqual({ success: true, data: { name: 'Ada' } })
    })
  }

  test('the content type may be missing', async () => {
    expect((await sentAs(undefined)).status).toBe(200)
  })

  for (const contentType of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'json',
    'text/html;application/json',
    '*/*',
  ]) {
    test(`the content type ${contentType} is refused`, async () => {
      expectRefusal(await sentAs(contentType), 415, 'UNSUPPORTED_MEDIA_TYPE')
    })
  }

  test('the content type is ignored when there is no body', async () => {
    const response = await http.ask('/optional', {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
    })
    expect(response.status).toBe(200)
  })
})

test('an endpoint without a body ignores a body that is sent', async () => {
  for (const body of ['', 'nonsense', 'x'.repeat(MEBIBYTE)]) {
    expect((await http.ask('/none', { method: 'POST', body })).json.data).toBe('done')
  }
})

describe('a body that does not arrive', () => {
  const head = 'POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'

  for (const [how, bytes] of [
    ['with a length', `${head}Content-Length: 50\r\n\r\n{"na`],
    ['in chunks', `${head}Transfer-Encoding: chunked\r\n\r\n4\r\n{"na\r\n`],
  ] as const) {
    test(`a body that ends early, ${how}, is refused and not an internal error`, async () => {
      const before = handled
      const count = (status: number) =>
        RequestMetrics.text().match(new RegExp(`route="/echo",status="${status}"} (\\d+)`))?.[1] ?? '0'
      const [refused, failed] = [count(400), count(500)]
      const connection = new RawConnection(http.port)
      connection.send(bytes)
      await Bun.sleep(50)
      connection.end()
      await waitUntil(() => Number(count(400)) === Number(refused) + 1)
      expect([count(500), handled]).toEqual([failed, before])
    })
  }

  const form = 'Content-Type: multipart/form-data; boundary=b\r\n'
  for (const [what, sent] of [
    ['as JSON', `${head}Content-Length: 14\r\n\r\n{"na`],
    ['as a form', `POST /upload HTTP/1.1\r\nHost: x\r\n${form}Content-Length: 50\r\n\r\n--b`],
  ] as const) {
    test(`a body that is late, ${what}, is 408, and the handler does not run`, async () => {
      const slow = startTestHttp(endpoints, { timeLimits: { jsonMs: 300, uploadMs: 300 } })
      const before = handled
      try {
        const connection = new RawConnection(slow.port)
        connection.send(sent)
        const response = await connection.readResponse()
        expectRefusal(response, 408, 'REQUEST_TIMEOUT')
        connection.send('me":"Ada"}')
        await connection.closed
        expect(handled).toBe(before)
      } finally {
        await slow.stop()
      }
    })
  }

  test('an endpoint with its own work limit may take longer than the others', async () => {
    const wait = { ...shown, method: 'get' as const, response: anything }
    const handle = async () => {
      await Bun.sleep(800)
      return 'done'
    }
    const waiting = [
      endpoint({ ...wait, path: '/usual', handle }),
      endpoint({ ...wait, path: '/long', workMs: 60_000, handle }),
    ]
    const slow = startTestHttp(waiting, { timeLimits: { workMs: 200 } })
    try {
      const statuses = ['/usual', '/long'].map(
        async (path) => (await fetch(`http://localhost:${slow.port}${path}`)).status,
      )
      expect(await Promise.all(statuses)).toEqual([503, 200])
    } finally {
      await slow.stop()
    }
  })

  test('a body that takes longer than the work limit but arrives in time is handled', async () => {
    const slow = startTestHttp(endpoints, { timeLimits: { workMs: 500 } })
    try {
      const connection = new RawConnection(slow.port)
      connection.send(`${head}Content-Length: 14\r\n\r\n{"na`)
      await Bun.sleep(1_500)
      connection.send('me":"Ada"}')
      expect((await connection.readResponse()).json.data).toEqual({ name: 'Ada' })
      connection.end()
    } finally {
      await slow.stop()
    }
  })
})
