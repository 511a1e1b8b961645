import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startTestHttp, type TestHttp } from '../../../test/harness/http.ts'
import { z } from '../zod.ts'
import { endpoint } from './endpoint.ts'
import { openApiDocument } from './openapi.ts'

const signed = endpoint({
  tag: 'Test',
  summary: 'Takes signed events',
  method: 'post',
  path: '/events',
  access: 'public',
  headers: z.object({
    'x-event-id': z.uuid(),
    'x-event-signature': z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hex digits'),
  }),
  body: z.object({ name: z.string() }),
  response: { status: 200, data: z.object({ id: z.string() }) },
  handle: ({ headers, respondAfterCommit }) => respondAfterCommit({ id: headers['x-event-id']! }),
})
const ID = '019a8b5e-7c1d-7000-8000-5f1f7d1b2c3d'

describe('an endpoint with declared headers', () => {
  let http: TestHttp
  beforeAll(() => {
    http = startTestHttp([signed])
  })
  afterAll(() => http.stop())

  const send = (headers: Record<string, string>) =>
    fetch(`${http.url}/events`, { method: 'POST', headers, body: '{"name":"told"}' })

  test('declared headers are passed to the handler', async () => {
    const response = await send({ 'X-Event-Id': ID, 'x-event-signature': 'a'.repeat(64) })
    expect(await response.json()).toMatchObject({ data: { id: ID } })
  })

  test('a request with a missing or malformed declared header is refused with each name', async () => {
    const response = await send({ 'x-event-signature': 'zz' })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      error: {
        code: 'VALIDATION_FAILED',
        details: [
          { field: 'x-event-id', message: 'is required' },
          { field: 'x-event-signature', message: 'must be 64 hex digits' },
        ],
      },
    })
  })

  test('declared headers are listed in the API document', () => {
    const document = openApiDocument([{ endpoint: signed, path: '/events' }], {
      title: 'Test',
      version: '1',
      description: 'Test',
      serverUrl: 'http://localhost',
      tags: [],
      operationIdOf: () => 'receiveEvent',
    }) as {
      paths: Record<string, { post: { parameters: { name: string; in: string; required?: boolean }[] } }>
    }
    const listed = document.paths['/events']!.post.parameters.filter((parameter) => parameter.in === 'header')
    expect(listed.map(({ name, required }) => [name, required ?? false])).toEqual([
      ['x-event-id', true],
      ['x-event-signature', true],
      ['Idempotency-Key', false],
    ])
  })
})
