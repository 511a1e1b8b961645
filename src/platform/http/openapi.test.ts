import { expect, test } from 'bun:test'
import { z } from '@hono/zod-openapi'
import { defineRefusals } from '../errors.ts'
import { endpoint } from './endpoint.ts'
import { openApiDocument } from './openapi.ts'
import { pagingQuery } from './schemas.ts'

const errors = defineRefusals({ pin_locked: { kind: 'locked', message: 'Wait.' } })
const listed = endpoint({
  method: 'get',
  path: '/things',
  tag: 'Test',
  summary: 'Test',
  access: 'public',
  query: pagingQuery(20),
  answer: { status: 200, data: z.array(z.string()), example: [] },
  refusals: [errors.pin_locked],
  handle: () => [],
})
const parts = { title: 'T', version: '1', description: 'd', serverUrl: 'http://x', tags: [] }
// biome-ignore lint/suspicious/noExplicitAny: a document of a foreign format is looked into everywhere.
const document = openApiDocument([{ endpoint: listed, path: listed.path }], parts) as any
const { responses, parameters } = document.paths['/things'].get

test('every answer names the headers of the limits, and what passes names Retry-After', () => {
  const usual = ['x-request-id', 'RateLimit', 'RateLimit-Policy']
  for (const [status, answer] of Object.entries<{ headers: object }>(responses)) {
    const passes = ['423', '429', '503'].includes(status)
    expect([status, Object.keys(answer.headers)]).toEqual([
      status,
      passes ? [...usual, 'Retry-After'] : usual,
    ])
  }
  expect(Object.keys(responses)).toContain('423')
  expect(responses[200].headers.RateLimit).toEqual({ $ref: '#/components/headers/RateLimit' })
  expect(Object.keys(document.components.headers)).toEqual([...usual, 'Retry-After'])
})

test('a refusal may tell how many tries are left', () => {
  const { error } = document.components.schemas.Refusal.properties
  expect(error.properties.remainingAttempts.type).toBe('integer')
  expect(error.required).not.toContain('remainingAttempts')
})

test('a whole number of a query is described with its bounds and its usual value', () => {
  const limit = parameters.find(({ name }: { name: string }) => name === 'limit')
  expect(limit.required).toBeFalse()
  expect(limit.schema).toEqual({ type: 'integer', minimum: 1, maximum: 100, default: 20, example: 20 })
})
