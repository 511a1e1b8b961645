import { afterAll, describe, expect, test } from 'bun:test'
import { expectRefusal, RawConnection, startTestHttp } from '../../../test/harness/http.ts'
import { z } from '../zod.ts'
import { endpoint } from './endpoint.ts'

const MEBIBYTE = 1024 * 1024
const http = startTestHttp([
  endpoint({
    tag: 'Test',
    summary: 'Test',
    access: 'public',
    method: 'post',
    path: '/upload',
    body: z.object({ title: z.string().max(50), note: z.string().optional() }),
    upload: { parts: ['image', 'proof'], limitBytes: 2 * MEBIBYTE + 65_536, description: 'Files' },
    response: { status: 200, data: z.any() },
    handle: async ({ body, files, respondAfterCommit }) =>
      respondAfterCommit({
        body,
        files: await Promise.all(
          [...files].map(async ([part, list]) => [
            part,
            await Promise.all(list.map(async (file) => [file.name, (await file.bytes()).length])),
          ]),
        ),
      }),
  }),
])
afterAll(() => http.stop())

describe('a multipart form', () => {
  function form(parts: [string, string | File][]): FormData {
    const made = new FormData()
    for (const [name, content] of parts) made.append(name, content)
    return made
  }
  const send = (parts: [string, string | File][]) =>
    http.ask('/upload', { method: 'POST', body: form(parts) })
  const image = new File([new Uint8Array(1_000)], 'cat.png', { type: 'image/png' })

  test('a form gives its fields as the body and the files of declared parts', async () => {
    const response = await send([
      ['title', 'Ü 🦉'],
      ['image', image],
      ['image', image],
      ['proof', new File([], 'empty')],
      ['other', image],
    ])
    expect(response.json.data).toEqual({
      body: { title: 'Ü 🦉' },
      files: [
        [
          'image',
          [
            ['cat.png', 1_000],
            ['cat.png', 1_000],
          ],
        ],
        ['proof', [['empty', 0]]],
      ],
    })
  })

  test('a form is validated like any other body', async () => {
    const response = await send([
      ['title', 'x'.repeat(51)],
      ['image', image],
    ])
    expectRefusal(response, 400, 'VALIDATION_FAILED')
    expect(response.json.error.details[0].field).toBe('title')
    expectRefusal(await send([['image', image]]), 400, 'VALIDATION_FAILED')
    expectRefusal(await send([['title', image]]), 400, 'VALIDATION_FAILED')
  })

  test('a form with a NUL in a field or a name that could change a prototype is refused', async () => {
    expectRefusal(await send([['title', 'a\0b']]), 400, 'VALIDATION_FAILED')
    expectRefusal(
      await send([
        ['title', 'a'],
        ['__proto__', 'b'],
      ]),
      400,
      'VALIDATION_FAILED',
    )
  })

  test('a form with text in place of a file is 415', async () => {
    const response = await send([
      ['title', 'a'],
      ['image', 'data:image/png;base64,AAAA'],
    ])
    expectRefusal(response, 415, 'UNSUPPORTED_MEDIA_TYPE')
    expect(response.json.message).toContain('"image"')
  })

  test('an upload endpoint accepts JSON without files', async () => {
    expect((await http.post('/upload', { title: 'a' })).json.data).toEqual({
      body: { title: 'a' },
      files: [],
    })
  })

  test('a form that is too large is 413, with a Content-Length or chunked', async () => {
    const large = new File([new Uint8Array(2 * MEBIBYTE + 65_536)], 'large.png')
    const response = await send([
      ['title', 'a'],
      ['image', large],
    ])
    expectRefusal(response, 413, 'PAYLOAD_TOO_LARGE')
    expect(response.json.message).toContain('than the 2 MiB that')
    const connection = new RawConnection(http.port)
    connection.send(
      'POST /upload HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nTransfer-Encoding: chunked\r\n\r\n',
    )
    for (let count = 0; count < 40; count++) connection.send(`10000\r\n${'x'.repeat(0x10000)}\r\n`)
    expectRefusal(await connection.readResponse(), 413, 'PAYLOAD_TOO_LARGE')
    connection.end()
  })

  test('a form may have at most 64 parts', async () => {
    const fields = (count: number) =>
      Array.from({ length: count }, (_, index) => [`field${index}`, 'x'] as [string, string])
    expect((await send([['title', 'a'], ...fields(63)])).status).toBe(200)
    expectRefusal(await send([['title', 'a'], ...fields(64)]), 400, 'VALIDATION_FAILED')
    // The fastest of a few runs counts, because the machine may be busy.
    const times: number[] = []
    for (let round = 0; round < 5; round++) {
      const started = performance.now()
      expectRefusal(await send(fields(15_000)), 400, 'VALIDATION_FAILED')
      times.push(performance.now() - started)
    }
    expect(Math.min(...times)).toBeLessThan(1_000)
  })

  test('a malformed form is 400', async () => {
    const junk: [contentType: string, body: string][] = [
      ['multipart/form-data', '--b\r\n'],
      ['multipart/form-data; boundary=', 'x'],
      ['multipart/form-data; boundary=b', 'nothing of the kind'],
      ['multipart/form-data; boundary=b', '--b\r\n\r\n'],
      [
        'multipart/form-data; boundary=b',
        '--b\r\nContent-Disposition: form-data; name="title"\r\n\r\nunfinished',
      ],
      ['multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--\r\n'],
      ['multipart/form-data; boundary=b', ''],
      [`multipart/form-data; boundary=${'b'.repeat(5_000)}`, '\0'.repeat(100)],
    ]
    for (const [contentType, body] of junk) {
      const response = await http.ask('/upload', {
        method: 'POST',
        body,
        headers: { 'content-type': contentType },
      })
      expectRefusal(response, 400, 'VALIDATION_FAILED')
    }
  })
})
