import { afterAll, expect, test } from 'bun:test'
import { startTestHttp } from '../../../test/harness/http.ts'
import { commonErrors } from '../errors.ts'
import { z } from '../zod.ts'
import { endpoint } from './endpoint.ts'

const gate = Promise.withResolvers<void>()
let begun = 0
const shown = {
  tag: 'Test',
  summary: 'Test',
  access: 'public',
  response: { status: 200, data: z.any() },
} as const
const http = await startTestHttp(
  [
    endpoint({
      ...shown,
      method: 'get',
      path: '/slow',
      handle: async () => {
        begun++
        await gate.promise
      },
    }),
    endpoint({ ...shown, method: 'get', path: '/quick', handle: () => 'done' }),
    endpoint({
      ...shown,
      method: 'post',
      path: '/fails',
      handle: () => {
        throw commonErrors.forbidden()
      },
    }),
  ],
  { environment: { REQUESTS_AT_ONCE: '10' } },
)
afterAll(() => http.stop())

test('a request above the concurrency limit is rejected until another one ends', async () => {
  const slow = Array.from({ length: 10 }, () => http.ask('/slow'))
  while (begun < 10) await Bun.sleep(5)
  const refused = await http.ask('/quick')
  expect([refused.status, refused.json.error.code, refused.headers.get('retry-after')]).toEqual([
    503,
    'OVERLOADED',
    '1',
  ])
  gate.resolve()
  expect((await Promise.all(slow)).map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect((await http.ask('/quick')).status).toBe(200)
})

test('work that fails releases its slot', async () => {
  for (let round = 0; round < 25; round++)
    expect((await http.ask('/fails', { method: 'POST' })).status).toBe(403)
  expect((await http.ask('/quick')).status).toBe(200)
})
