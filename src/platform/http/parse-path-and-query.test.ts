import { afterAll, describe, expect, test } from 'bun:test'
import { expectRefusal, startTestHttp } from '../../../test/harness/http.ts'
import { z } from '../zod.ts'
import { endpoint } from './endpoint.ts'
import { IdParam } from './schemas.ts'

const shown = { tag: 'Test', summary: 'Test', access: 'public' } as const
const ID = '019a8b5e-7c1d-7000-8000-5f1f7d1b2c3d'
const anything = { status: 200, data: z.any() } as const
const http = startTestHttp([
  endpoint({
    ...shown,
    method: 'get',
    path: '/things/:id',
    params: z.object({ id: IdParam }),
    response: anything,
    handle: ({ params }) => params,
  }),
  endpoint({
    ...shown,
    method: 'get',
    path: '/things/:id/parts/:partId/:kind',
    params: z.object({ id: IdParam, partId: IdParam, kind: z.enum(['large', 'small']) }),
    response: anything,
    handle: ({ params }) => params,
  }),
  endpoint({
    ...shown,
    method: 'get',
    path: '/pairs/:one/:other',
    params: z.object({ one: IdParam, other: IdParam }),
    response: anything,
    handle: ({ params }) => params,
  }),
  endpoint({
    ...shown,
    method: 'get',
    path: '/named/:name',
    params: z.object({ name: z.string().max(50) }),
    query: z.object({ page: z.coerce.number().int().min(1).default(1), search: z.string().optional() }),
    response: anything,
    handle: ({ params, query }) => ({ ...params, ...query }),
  }),
])
afterAll(() => http.stop())

describe('path parameters', () => {
  test('a path with a malformed id is 404, as with an unknown id', async () => {
    for (const id of ['1', 'me', '%00', '%27', '..', 'x'.repeat(5_000), '%ED%A0%80', '%F0%9F%A6%89']) {
      const response = await http.ask(`/things/${id}`)
      expectRefusal(response, 404, 'NOT_FOUND')
    }
    expect((await http.ask(`/things/${ID}`)).json.data).toEqual({ id: ID })
  })

  test('every id of a path is checked, alone and beside other parameters', async () => {
    for (const path of [
      `/pairs/${ID}/1`,
      `/pairs/1/${ID}`,
      `/things/${ID}/parts/1/large`,
      `/things/${ID}/parts/${ID}/x`,
    ])
      expectRefusal(await http.ask(path), 404, 'NOT_FOUND')
    expect((await http.ask(`/pairs/${ID}/${ID}`)).json.data).toEqual({ one: ID, other: ID })
    const part = { id: ID, partId: ID, kind: 'small' }
    expect((await http.ask(`/things/${ID}/parts/${ID}/small`)).json.data).toEqual(part)
  })

  test('a path with a name that the database cannot store is 404', async () => {
    expectRefusal(await http.ask('/named/a%00b'), 404, 'NOT_FOUND')
    expect((await http.ask('/named/%F0%9F%A6%89')).json.data).toEqual({ name: '🦉', page: 1 })
  })
})

describe('query parameters', () => {
  test('a query is parsed to its types with defaults, and unknown parameters are ignored', async () => {
    const response = await http.ask('/named/a?page=3&unknown=x&__proto__=y&search=%C3%BC')
    expect(response.json.data).toEqual({ name: 'a', page: 3, search: 'ü' })
  })

  test('an invalid query is 400 with the field', async () => {
    for (const page of ['0', 'x', '-1', '1.5', '1e999']) {
      const response = await http.ask(`/named/a?page=${page}`)
      expectRefusal(response, 400, 'VALIDATION_FAILED')
      expect(response.json.error.details).toEqual([{ field: 'page', message: expect.any(String) }])
    }
  })

  test('a query with a NUL is 400, in a value and in a name', async () => {
    expectRefusal(await http.ask('/named/a?search=%00'), 400, 'VALIDATION_FAILED')
    expectRefusal(await http.ask('/named/a?a%00b=1'), 400, 'VALIDATION_FAILED')
  })

  test('a query with an invalid encoding causes no internal error', async () => {
    for (const query of ['search=%ED%A0%80', 'search=%zz', 'search=%', '%zz=1', '=', '&&&', 'search']) {
      const response = await http.ask(`/named/a?${query}`)
      expect([200, 400]).toContain(response.status)
    }
  })
})
