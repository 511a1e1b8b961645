import { expect, test } from 'bun:test'
import { defineRefusals } from '../errors.ts'
import { z } from '../zod.ts'
import { endpoint } from './endpoint.ts'
import { openApiDocument } from './openapi.ts'
import { PagingMeta, pagingQuery } from './schemas.ts'

const errors = defineRefusals({
  pin_locked: { kind: 'locked', message: 'Wait.', extraFields: { lockedUntil: z.string() } },
})
const listed = endpoint({
  method: 'get',
  path: '/things',
  tag: 'Test',
  summary: 'Test',
  access: 'public',
  query: pagingQuery(50),
  response: { status: 200, data: z.array(z.string()), meta: PagingMeta, example: [] },
  refusals: [errors.pin_locked],
  handle: () => [],
})
const made = endpoint({
  method: 'post',
  path: '/things',
  tag: 'Test',
  summary: 'Test',
  access: 'public',
  response: { status: 201, data: z.string(), example: 'a' },
  handle: ({ respondAfterCommit }) => respondAfterCommit('a'),
})
const options = { title: 'T', version: '1', description: 'd', serverUrl: 'http://x', tags: [] }
const mounted = [listed, made].map((one) => ({ endpoint: one, path: one.path }))
// biome-ignore lint/suspicious/noExplicitAny: a document of a foreign format is looked into everywhere.
const document = openApiDocument(mounted, options) as any
const { responses, parameters } = document.paths['/things'].get

test('every response documents the rate limit headers, and temporary ones document Retry-After', () => {
  const defaults = ['x-request-id', 'RateLimit', 'RateLimit-Policy']
  for (const [status, response] of Object.entries<{ headers: object }>(responses)) {
    const passes = ['423', '429', '503'].includes(status)
    const isTagged = ['200', '304'].includes(status)
    expect([status, Object.keys(response.headers)]).toEqual([
      status,
      [...defaults, ...(passes ? ['Retry-After'] : []), ...(isTagged ? ['ETag'] : [])],
    ])
  }
  expect(Object.keys(responses)).toContain('423')
  expect(responses[200].headers.RateLimit).toEqual({ $ref: '#/components/headers/RateLimit' })
  expect(Object.keys(document.components.headers)).toEqual([
    ...defaults,
    'ETag',
    'Retry-After',
    'Idempotency-Replayed',
  ])
})

test('a write documents the replayed response and the refusal while its first request runs', () => {
  const { post } = document.paths['/things']
  expect(Object.keys(post.responses[201].headers)).toContain('Idempotency-Replayed')
  expect(Object.keys(post.responses[409].headers)).toContain('Retry-After')
  expect(Object.keys(post.responses[400].headers)).not.toContain('Retry-After')
  expect(Object.keys(responses[200].headers)).not.toContain('Idempotency-Replayed')
})

test('the Idempotency-Key has no example, so that clients do not all send the same key', () => {
  const key = document.paths['/things'].post.parameters.find(
    ({ name }: { name: string }) => name === 'Idempotency-Key',
  )
  expect(key.schema).toEqual({
    type: 'string',
    minLength: 1,
    maxLength: 255,
    description: expect.stringContaining('replays the first response'),
  })
})

test('a page has the default length, in its example too', () => {
  const { meta } = responses[200].content['application/json'].example
  expect(meta).toEqual({ total: 1, page: 1, limit: 50 })
})

test('a refusal may document the remaining attempts', () => {
  const { error } = document.components.schemas.Refusal.properties
  expect(error.properties.remainingAttempts.type).toBe('integer')
  expect(error.required).not.toContain('remainingAttempts')
})

test('the extra fields of a refusal are documented with its status, in both formats', () => {
  const { content } = responses[423]
  const { error } = content['application/json'].schema.properties
  expect(error.properties.lockedUntil).toEqual({ type: 'string' })
  expect(error.required).toEqual(['code', 'requestId'])
  expect(content['application/problem+json'].schema.properties.lockedUntil).toEqual({ type: 'string' })
  expect(responses[429].content['application/json'].schema).toEqual({ $ref: '#/components/schemas/Refusal' })
})

test('a read documents 304 without a body', () => {
  expect(responses[304].content).toBeUndefined()
})

test('an integer of a query is documented with its bounds and its default', () => {
  const limit = parameters.find(({ name }: { name: string }) => name === 'limit')
  expect(limit.required).toBeFalse()
  expect(limit.schema).toEqual({ type: 'integer', minimum: 1, maximum: 100, default: 50, example: 50 })
})
