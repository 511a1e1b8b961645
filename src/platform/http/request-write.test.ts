import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { startTestHttp } from '../../../test/harness/http.ts'
import type { WriteResult } from '../transaction/run-transaction.ts'
import type { Tx } from '../transaction/tx.ts'
import type { Write } from '../transaction/write.ts'
import { z } from '../zod.ts'
import { endpoint } from './endpoint.ts'

const shown = { tag: 'Test', summary: 'Test', access: 'public' } as const
const response = { status: 200, data: z.object({ id: z.number() }) } as const

/** Each planted handler must fail to compile, and its requests must fail. */
const withoutWrite = [
  endpoint({
    ...shown,
    method: 'post',
    path: '/data',
    response,
    // @ts-expect-error: only `write` and `respondAfterCommit` create the response of a POST.
    handle: () => ({ id: 1 }),
  }),
  endpoint({
    ...shown,
    method: 'put',
    path: '/copy',
    response,
    // @ts-expect-error: an object that looks like a response is none.
    handle: ({ respondAfterCommit }) => ({ ...respondAfterCommit({ id: 1 }) }),
  }),
  endpoint({
    ...shown,
    method: 'delete',
    path: '/nothing',
    response: { status: 200 },
    // @ts-expect-error: a handler without data returns a response, too.
    handle: () => {},
  }),
]

let log: string[] = []
/** Runs the work without a database. */
const write = (async (work: (tx: Tx) => Promise<unknown>) => work({} as Tx)) as unknown as Write
write.withEvents = (async <Result>(
  work: (tx: Tx) => Promise<Result>,
  buildResponse: (tx: Tx, result: WriteResult<Result>) => Promise<unknown>,
) => {
  const result = await work({} as Tx)
  log.push('event handlers')
  const built = await buildResponse({} as Tx, { result, events: [] })
  log.push('commit')
  return built
}) as Write['withEvents']

const http = startTestHttp(
  [
    ...withoutWrite,
    endpoint({
      ...shown,
      method: 'post',
      path: '/written',
      response,
      handle: ({ write }) => write(async () => ({ id: 2 })),
    }),
    endpoint({
      ...shown,
      method: 'post',
      path: '/built',
      response,
      handle: (request) =>
        request.write(
          async () => void log.push('work'),
          async () => {
            log.push('response')
            return { id: 3 }
          },
        ),
    }),
    endpoint({
      ...shown,
      method: 'post',
      path: '/invalid',
      response,
      handle: (request) => request.write(async () => ({ id: 'four' }) as never),
    }),
    endpoint({
      ...shown,
      method: 'get',
      path: '/read',
      response,
      // @ts-expect-error: a GET has no `write`.
      handle: ({ write: own }) => ({ id: own === undefined ? 5 : 0 }),
    }),
  ],
  { write },
)
afterAll(() => http.stop())
beforeEach(() => {
  log = []
})

describe('the response of a request that may change something', () => {
  for (const { method, path } of withoutWrite) {
    test(`a ${method} handler that returns a response of its own making fails (${path})`, async () => {
      expect((await http.ask(path, { method })).status).toBe(500)
    })
  }

  test('the value that a write returns is the data of the response', async () => {
    expect((await http.post('/written', {})).json).toEqual({ success: true, data: { id: 2 } })
  })

  test('the response of a write is built after the event handlers and before the commit', async () => {
    expect((await http.post('/built', {})).json.data).toEqual({ id: 3 })
    expect(log).toEqual(['work', 'event handlers', 'response', 'commit'])
  })

  test('a write whose response does not match its schema is not committed', async () => {
    expect((await http.post('/invalid', {})).status).toBe(500)
    expect(log).not.toContain('commit')
  })
})

test('a GET handler has no write', async () => {
  expect((await http.ask('/read')).json.data).toEqual({ id: 5 })
})
