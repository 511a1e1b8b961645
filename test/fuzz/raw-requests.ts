import { gzipSync } from 'node:zlib'
import { RawConnection } from '../harness/http.ts'
import type { TestService } from '../harness/service.ts'

const HOST = 'Host: localhost\r\n'
const LOGIN = '/api/v2/auth/login'
const post = (headers: string, body = '') =>
  `POST ${LOGIN} HTTP/1.1\r\n${HOST}Content-Type: application/json\r\n${headers}\r\n${body}`
const get = (headers: string, target = '/api/v2/leaderboard/weekly') =>
  `GET ${target} HTTP/1.1\r\n${HOST}${headers}\r\n`
const chunked = (body: string) => post('Transfer-Encoding: chunked\r\n', body)
const packed = gzipSync('{"email": "a@example.com", "password": "x"}')

/** Requests that reach the service, and their expected statuses. The response has the error envelope. */
const OURS: [what: string, bytes: string | Uint8Array, statuses: number[]][] = [
  ['HTTP/1.0', 'GET /api/v2/nothing HTTP/1.0\r\n\r\n', [404]],
  ['two hosts', get('Host: evil.example\r\n'), [200]],
  ['an absolute target', get('', 'http://evil.example/api/v2/nothing'), [404]],
  ['a target of bytes', get('', '/api/v2/\xff\xfe'), [404]],
  ['CONNECT', `CONNECT evil.example:443 HTTP/1.1\r\n${HOST}\r\n`, [404, 405]],
  ['a body in chunks', chunked('2\r\n{}\r\n0\r\n\r\n'), [400]],
  ['chunks with extensions and trailers', chunked('2;a=b\r\n{}\r\n0\r\nX: y\r\n\r\n'), [400]],
  ['the same length twice', post('Content-Length: 2\r\nContent-Length: 2\r\n', '{}'), [400]],
  ['a body on GET', `${get('Content-Length: 2\r\n')}{}`, [200]],
  ['an expectation', post('Expect: magic\r\nContent-Length: 2\r\n', '{}'), [400]],
  ['a length that is too large', post('Content-Length: 200000000\r\n'), [413]],
  [
    'a packed body',
    Buffer.concat([
      Buffer.from(post(`Content-Encoding: gzip\r\nContent-Length: ${packed.length}\r\n`)),
      packed,
    ]),
    [400],
  ],
  [
    'a body that is no UTF-8',
    Buffer.from(post('Content-Length: 4\r\n', '\xff\xfe\xfd\xfc'), 'latin1'),
    [400],
  ],
  ['a header of 8 KB', get(`X-Long: ${'x'.repeat(8_000)}\r\n`), [200]],
  ['a hundred headers', get(Array.from({ length: 100 }, (_, index) => `X-${index}: y\r\n`).join('')), [200]],
  ['headers of other bytes', get('X-Odd: \xe4\xff\r\n'), [200]],
  ['a token of bytes', get('Authorization: Bearer \xff\xfe\r\n'), [401]],
  ['an old cookie', get('Cookie: a=b; a=c; =; ;;\r\n'), [200]],
]

/** Requests that the runtime refuses: a status without a body, and the connection is closed. */
const THE_RUNTIMES: [what: string, bytes: string | Uint8Array, status: number | 'closed'][] = [
  ['no request', 'garbage\r\n\r\n', 400],
  ['a greeting of TLS', new Uint8Array([0x16, 3, 1, 0, 200, 1, 0, 0, 196, 3, 3]), 400],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  ['another version', `GET / HTTP/9.9\r\n${HOST}\r\n`, 505],
  ['no host', 'GET / HTTP/1.1\r\n\r\n', 400],
  ['an asterisk', `OPTIONS * HTTP/1.1\r\n${HOST}\r\n`, 400],
  ['an unknown method', `FOO / HTTP/1.1\r\n${HOST}\r\n`, 'closed'],
  ['a header with a space in its name', get('A B: c\r\n'), 400],
  ['a header without a colon', get('AB\r\n'), 400],
  ['a NUL in a header', get('A: b\0c\r\n'), 400],
  ['a header that is folded', get('A: b\r\n c\r\n'), 400],
  ['a header of 20 KB', get(`X-Long: ${'x'.repeat(20_000)}\r\n`), 431],
  [
    'three hundred headers',
    get(Array.from({ length: 300 }, (_, index) => `X-${index}: y\r\n`).join('')),
    431,
  ],
  ['a target of 20 KB', get('', `/${'x'.repeat(20_000)}`), 431],
  ['a length below zero', post('Content-Length: -1\r\n'), 400],
  ['a length of letters', post('Content-Length: abc\r\n'), 400],
  ['a length beyond reach', post(`Content-Length: ${'9'.repeat(30)}\r\n`), 400],
  ['two lengths', post('Content-Length: 2\r\nContent-Length: 3\r\n', '{} '), 400],
  [
    'a length and chunks',
    post('Content-Length: 2\r\nTransfer-Encoding: chunked\r\n', '2\r\n{}\r\n0\r\n\r\n'),
    400,
  ],
  ['a chunk of no size', chunked('zz\r\n{}\r\n0\r\n\r\n'), 400],
  ['a chunk beyond reach', chunked('ffffffffffffffff\r\n{}'), 400],
  ['a transfer that is packed', post('Transfer-Encoding: gzip\r\n', '{}'), 400],
  ['half a gigabyte, announced', post('Content-Length: 536870912\r\n'), 413],
]

/** Sends each on its own connection; the service must work afterwards. */
export async function sendRawRequests(service: TestService): Promise<{ sent: number; faults: string[] }> {
  const port = Number(new URL(service.url).port)
  const faults: string[] = []
  for (const [what, bytes, statuses] of OURS) {
    const connection = new RawConnection(port)
    connection.send(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes)
    const { status, headers, json } = await connection.readResponse(150_000)
    connection.end()
    if (!statuses.includes(status)) faults.push(`${what}: ${status} instead of ${statuses}`)
    else if (status >= 400 && json?.error?.requestId !== headers.get('x-request-id'))
      faults.push(`${what}: ${status} without the envelope`)
  }
  for (const [what, bytes, expected] of THE_RUNTIMES) {
    const connection = new RawConnection(port)
    connection.send(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes)
    await connection.closed
    const response = await connection.readResponse(0).catch(() => undefined)
    const found = response?.status ?? 'closed'
    if (found !== expected || response?.text) faults.push(`${what}: ${found} ${response?.text ?? ''}`)
  }
  const { status } = await service.call('GET //health/live')
  if (status !== 200) faults.push(`the service does not live: ${status}`)
  return { sent: OURS.length + THE_RUNTIMES.length, faults }
}
