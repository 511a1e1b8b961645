import { afterAll, expect, test } from 'bun:test'
import { startTestHttp } from '../../../test/harness/http.ts'
import { commonErrors } from '../errors.ts'
import { z } from '../zod.ts'
import { ConcurrencyLimit } from './concurrency-limit.ts'
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

/** Requests that end when told, and a clock that is set. */
function startLoad() {
  let nowMs = 0
  const limit = new ConcurrencyLimit(2_000, () => nowMs)
  const inProgress: (() => void)[] = []
  const start = () => {
    const request = Promise.withResolvers<void>()
    void limit.run(() => request.promise).catch(() => undefined)
    inProgress.push(request.resolve)
  }
  return {
    wait: (ms: number) => {
      nowMs += ms
    },
    start: (count: number) => {
      for (let index = 0; index < count; index++) start()
    },
    end: async (count: number) => {
      for (const resolve of inProgress.splice(0, count)) resolve()
      await Bun.sleep(0)
    },
    isRefused: () => {
      try {
        limit.rejectWhenFull()
        return false
      } catch {
        return true
      }
    },
  }
}

test('a burst is accepted whole', () => {
  const load = startLoad()
  load.start(1_999)
  expect(load.isRefused()).toBe(false)
})

test('under a lasting overload, requests above those that end in a second are refused', async () => {
  const load = startLoad()
  load.start(1_500)
  for (let tick = 0; tick < 6; tick++) {
    load.wait(100)
    await load.end(50)
    if (tick < 4) expect(load.isRefused()).toBe(false)
  }
  // 500 a second end, and 1,200 are in progress.
  expect(load.isRefused()).toBe(true)
})

test('requests are accepted again as soon as the others take less than a second', async () => {
  const load = startLoad()
  load.start(1_000)
  expect(load.isRefused()).toBe(false)
  load.wait(600)
  await load.end(300)
  expect(load.isRefused()).toBe(true)
  load.wait(500)
  await load.end(300)
  // 600 a second end, and 400 are in progress.
  expect(load.isRefused()).toBe(false)
  load.start(300)
  expect(load.isRefused()).toBe(false)
})

test('a few slow requests are no overload', () => {
  const load = startLoad()
  load.start(199)
  for (let tick = 0; tick < 10; tick++) {
    load.wait(500)
    expect(load.isRefused()).toBe(false)
  }
})
