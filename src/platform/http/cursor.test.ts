import { afterAll, expect, test } from 'bun:test'
import { expectRefusal, startTestHttp } from '../../../test/harness/http.ts'
import { z } from '../zod.ts'
import { CursorTime, cursorPage, cursorPagingQuery } from './cursor.ts'
import { endpoint } from './endpoint.ts'

const Position = z.tuple([CursorTime, z.uuid()]).transform(([at, id]) => ({ at, id }))
const http = startTestHttp([
  endpoint({
    method: 'get',
    path: '/things',
    tag: 'Test',
    summary: 'Test',
    access: 'public',
    query: cursorPagingQuery(20, Position),
    response: { status: 200, data: z.any() },
    handle: ({ query }) => query,
  }),
  endpoint({
    method: 'get',
    path: '/strict',
    tag: 'Test',
    summary: 'Test',
    access: 'public',
    query: z.object({ search: z.string().optional() }).strict(),
    response: { status: 200, data: z.any() },
    handle: ({ query }) => query,
  }),
])
afterAll(() => http.stop())

const id = '019a8b5e-7c1d-7000-8000-5f1f7d1b2c3d'
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

test('a page has a cursor only if one more row was read, and the cursor is the position of its last item', async () => {
  const rows = [3, 2, 1].map((at) => ({ at, id }))
  expect(cursorPage(rows, 3, () => [])).toEqual({ items: rows, nextCursor: null })
  expect(cursorPage([], 3, () => [])).toEqual({ items: [], nextCursor: null })
  const { items, nextCursor } = cursorPage(rows, 2, (row) => [row.at, row.id])
  expect(items).toEqual(rows.slice(0, 2))
  const { json } = await http.ask(`/things?cursor=${nextCursor}`)
  expect(json.data).toEqual({ page: 1, limit: 20, cursor: { at: 2, id } })
})

test('a cursor that no response had is 400', async () => {
  for (const cursor of [
    '',
    'x',
    '%7B',
    encoded([]),
    encoded(['1', id]),
    encoded([-1, id]),
    encoded([1e17, id]),
  ]) {
    const response = await http.ask(`/things?cursor=${cursor}`)
    expectRefusal(response, 400, 'VALIDATION_FAILED')
    expect(response.json.error.details).toEqual([
      { field: 'cursor', message: 'must be the nextCursor of an earlier response' },
    ])
  }
})

test('a strict query refuses each unknown parameter by its name', async () => {
  const response = await http.ask('/strict?serach=a&limit=3')
  expectRefusal(response, 400, 'VALIDATION_FAILED')
  expect(response.json.error.details).toEqual(
    ['serach', 'limit'].map((field) => ({ field, message: 'is not a parameter of this endpoint' })),
  )
  expect((await http.ask('/strict?search=a')).json.data).toEqual({ search: 'a' })
})
