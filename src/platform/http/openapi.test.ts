import { expect, test } from 'bun:test'
import { operationsOf } from '../../../test/harness/operations/operations.ts'
import { defineRefusals } from '../errors.ts'
import { z } from '../zod.ts'
import { type Endpoint, endpoint } from './endpoint.ts'
import { openApiDocument } from './openapi.ts'
import { dropOptionalDiscriminators } from './openapi-unions.ts'
import { PagingMeta, pagingQuery } from './schemas.ts'

const errors = defineRefusals({
  pin_locked: {
    kind: 'locked',
    message: 'Wait.',
    extraFields: { lockedUntil: z.string(), status: z.string() },
  },
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
/** Writes with other bodies. */
const bodied = (path: string, body: z.ZodObject, more: Partial<Endpoint> = {}) =>
  endpoint({
    method: 'post',
    path,
    tag: 'Test',
    summary: 'Test',
    access: ['CREATOR', 'ADMIN'],
    body,
    response: { status: 200 },
    handle: ({ respondAfterCommit }) => respondAfterCommit(undefined),
    ...(more as object),
  })
const upload = {
  parts: ['pictures', 'picture'],
  repeatedParts: ['pictures'],
  limitBytes: 1,
  description: 'A file',
}
const Optional = z.object({ note: z.string().optional() })
const options = {
  title: 'T',
  version: '1',
  description: 'd',
  serverUrl: 'http://x',
  tags: [],
  operationIdOf: (method: string, path: string) => `${method}${path.replace('/', '-')}`,
}
const endpoints = [
  listed,
  made,
  bodied('/optional', Optional),
  bodied('/defaults', z.object({ count: z.int().default(1) })),
  bodied('/required', z.object({ note: z.string() })),
  bodied(
    '/refined',
    Optional.refine(({ note }) => note !== undefined, 'needs a note'),
  ),
  bodied('/marked', Optional, { isBodyRequired: true }),
  bodied('/files', Optional, { upload }),
]
const mounted = endpoints.map((one) => ({ endpoint: one, path: one.path }))
// biome-ignore lint/suspicious/noExplicitAny: a document of a foreign format is looked into everywhere.
const document = openApiDocument(mounted, options) as any
const operations = operationsOf(document)
const operationOf = (name: string) => operations.find((operation) => operation.name === name)!.operation
const { responses, parameters } = operationOf('GET /things')

test('a body is required unless the schema accepts an empty object, or if the endpoint says so', () => {
  const required = ['optional', 'defaults', 'required', 'refined', 'marked', 'files'].map((path) => [
    path,
    operationOf(`POST /${path}`).requestBody.required,
  ])
  expect(Object.fromEntries(required)).toEqual({
    optional: false,
    defaults: false,
    required: true,
    refined: true,
    marked: true,
    files: false,
  })
})

test('a part that may be sent several times is an array of files', () => {
  const { properties } = operationOf('POST /files').requestBody.content['multipart/form-data'].schema
  const file = { type: 'string', format: 'binary' }
  expect(properties.pictures).toEqual({ type: 'array', items: file, description: 'A file' })
  expect(properties.picture).toEqual({ ...file, description: 'A file' })
})

test('a response that several operations have is in the components, any other one in its operation', () => {
  const { get, post } = document.paths['/things']
  const limited = { $ref: '#/components/responses/RateLimited' }
  expect([get.responses[429], post.responses[429]]).toEqual([limited, limited])
  expect(document.components.responses.RateLimited['x-refusals']).toMatchObject([{ code: 'RATE_LIMITED' }])
  expect(get.responses[423]['x-refusals']).toEqual([{ code: 'PIN_LOCKED', message: 'Wait.' }])
  expect(Object.keys(document.components.responses)).not.toContain('PinLocked')
})

test('two responses with the same codes and other texts have different names', () => {
  const withText = (path: string, message: string) => ({
    path,
    endpoint: bodied(path, Optional, {
      refusals: [defineRefusals({ full: { kind: 'gone', message } }).full],
    }),
  })
  const twice = [withText('/a', 'A.'), withText('/b', 'B.'), withText('/c', 'A.'), withText('/d', 'B.')]
  const { components } = openApiDocument(twice, options) as typeof document
  expect(components.responses.Full['x-refusals'][0].message).toBe('A.')
  expect(components.responses.Full2['x-refusals'][0].message).toBe('B.')
})

test('every operation has the id that it is given, and says in its description who may call it', () => {
  expect(operationOf('POST /optional')).toMatchObject({
    operationId: 'post-optional',
    description: 'For signed-in users with the role `CREATOR` or `ADMIN`.',
  })
  expect(operationOf('GET /things').description).toBe('Needs no access token.')
})

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
  const post = operationOf('POST /things')
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
  const error = document.components.schemas.RefusalError
  expect(error.properties.remainingAttempts.type).toBe('integer')
  expect(error.required).not.toContain('remainingAttempts')
})

test('a refusal documents the codes of its status and their extra fields, in both formats', () => {
  const { content } = responses[423]
  const properties = { code: { type: 'string', enum: ['PIN_LOCKED'] }, lockedUntil: { type: 'string' } }
  const error = {
    type: 'object',
    properties: { ...properties, status: { type: 'string' } },
    required: ['code'],
  }
  expect(content['application/json'].schema).toEqual({
    allOf: [
      { $ref: '#/components/schemas/Refusal' },
      {
        type: 'object',
        properties: { error: { allOf: [{ $ref: '#/components/schemas/RefusalError' }, error] } },
        required: ['error'],
      },
    ],
  })
  expect(content['application/problem+json'].schema).toEqual({
    // The status of a problem is the HTTP status.
    allOf: [{ $ref: '#/components/schemas/Problem' }, { type: 'object', properties, required: ['code'] }],
  })
  const codes = responses[503].content['application/problem+json'].schema.allOf[1].properties.code.enum
  expect(codes).toEqual(['OVERLOADED', 'DATABASE_UNAVAILABLE', 'SHUTTING_DOWN'])
})

test('a read documents 304 without a body', () => {
  expect(responses[304].content).toBeUndefined()
})

test('an integer of a query is documented with its bounds and its default', () => {
  const limit = parameters.find(({ name }: { name: string }) => name === 'limit')
  expect(limit.required).toBeFalse()
  expect(limit.schema).toEqual({ type: 'integer', minimum: 1, maximum: 100, default: 50, example: 50 })
})

test('a union has a discriminator only if every variant requires the field', () => {
  const union = (required: string[]) => ({
    components: {
      schemas: {
        Draft: {
          oneOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }],
          discriminator: { propertyName: 'type' },
        },
        A: { required },
        B: { required: ['type', 'x'] },
      },
    },
  })
  const strict = union(['type'])
  expect(dropOptionalDiscriminators(structuredClone(strict))).toEqual(strict)
  const { oneOf } = strict.components.schemas.Draft
  expect(dropOptionalDiscriminators(union(['y'])).components.schemas.Draft).toEqual({ anyOf: oneOf } as never)
})
