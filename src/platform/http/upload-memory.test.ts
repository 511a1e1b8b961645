import { afterAll, describe, expect, test } from 'bun:test'
import { RawConnection, startTestHttp } from '../../../test/harness/http.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { z } from '../zod.ts'
import { endpoint } from './endpoint.ts'

const KIBIBYTE = 1024
let begun = 0
let gate = Promise.resolve()

const http = startTestHttp(
  [
    endpoint({
      tag: 'Test',
      summary: 'Test',
      method: 'post',
      path: '/upload',
      access: 'user',
      body: z.object({}),
      upload: { parts: ['file'], limitBytes: 100 * KIBIBYTE, description: 'A file' },
      response: { status: 200, data: z.any() },
      handle: async ({ files, respondAfterCommit }) => {
        begun++
        await gate
        return respondAfterCommit(files.get('file')?.[0]?.size ?? 0)
      },
    }),
  ],
  { uploadLimits: { maxTotalBytes: 200 * KIBIBYTE, maxBytesPerUser: 100 * KIBIBYTE } },
)
afterAll(() => http.stop())

function upload(user: string, kibibytes: number) {
  const form = new FormData()
  form.set('file', new File([new Uint8Array(kibibytes * KIBIBYTE)], 'a.bin'))
  const headers = { authorization: `Bearer USER-${user}` }
  return http.ask('/upload', { method: 'POST', body: form, headers })
}

/** Announces an upload, sends a part of it and stops. */
function sendSlowly(user: string, kibibytes: number): RawConnection {
  const connection = new RawConnection(http.port)
  const lines = [
    'POST /upload HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer USER-${user}`,
    'Content-Type: multipart/form-data; boundary=edge',
    `Content-Length: ${kibibytes * KIBIBYTE}`,
  ]
  connection.send(`${lines.join('\r\n')}\r\n\r\n--edge\r\n`)
  return connection
}

describe('uploads in progress', () => {
  test('uploads share a memory limit: further uploads are refused, and JSON requests are not', async () => {
    const slow = [sendSlowly('ada', 90), sendSlowly('bob', 90)]
    await waitUntil(async () => (await upload('eve', 50)).status === 503)
    const refused = await upload('eve', 50)
    expect([refused.json.error.code, refused.headers.get('retry-after')]).toEqual(['OVERLOADED', '2'])
    expect((await upload('eve', 10)).status).toBe(200)
    expect((await http.post('/upload', {}, { authorization: 'Bearer USER-eve' })).status).toBe(200)
    for (const connection of slow) connection.end()
    // Each has a hundred: this fits only after their memory is released.
    for (const user of ['ada', 'bob']) await waitUntil(async () => (await upload(user, 90)).status === 200)
    expect((await upload('eve', 50)).status).toBe(200)
  })

  test('the uploads of one user are limited and leave memory for other users', async () => {
    const slow = [sendSlowly('ada', 40), sendSlowly('ada', 40)]
    await waitUntil(async () => (await upload('ada', 30)).status === 429)
    expect((await upload('ada', 10)).status).toBe(200)
    expect((await upload('bob', 50)).status).toBe(200)
    for (const connection of slow) connection.end()
    await waitUntil(async () => (await upload('ada', 90)).status === 200)
  })

  test('an upload keeps its memory until it is handled, and releases it when it is refused', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    gate = promise
    begun = 0
    const working = [upload('ada', 90), upload('bob', 90)]
    await waitUntil(async () => begun === 2)
    expect((await upload('eve', 60)).status).toBe(503)
    resolve()
    expect((await Promise.all(working)).map(({ status }) => status)).toEqual([200, 200])
    for (let time = 0; time < 5; time++) expect((await upload('ada', 150)).status).toBe(413)
    expect((await upload('ada', 90)).status).toBe(200)
  })
})
