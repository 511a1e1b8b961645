import { afterAll, expect, test } from 'bun:test'
import { startTestHttp } from '../../../test/harness/http.ts'
import { z } from '../zod.ts'
import { type Access, endpoint } from './endpoint.ts'

const shared = (access: Access) =>
  endpoint({
    tag: 'Test',
    summary: 'Test',
    method: 'get',
    path: '/shared',
    access,
    sharedMaxAgeSeconds: 60,
    query: z.object({ status: z.enum(['fine']).optional() }),
    response: { status: 200, data: z.any() },
    handle: () => 'equal for everybody',
  })
const http = startTestHttp([shared('public')])
afterAll(() => http.stop())

test('a shared response is cacheable by everybody, also when it is not modified', async () => {
  const first = await http.ask('/shared')
  expect(first.headers.get('cache-control')).toBe('public, max-age=60')
  const etag = first.headers.get('etag')!
  const again = await http.ask('/shared', { headers: { 'if-none-match': etag } })
  expect([again.status, again.headers.get('cache-control')]).toEqual([304, 'public, max-age=60'])
})

test('an error of a shared endpoint is not cached', async () => {
  const response = await http.ask('/shared?status=broken')
  expect([response.status, response.headers.get('cache-control')]).toEqual([400, 'no-store'])
})

test('an endpoint that knows its caller cannot be shared', () => {
  expect(() => startTestHttp([shared('optional')])).toThrow('shared caches')
})
