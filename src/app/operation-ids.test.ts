import { describe, expect, test } from 'bun:test'
import type { Operations } from '../../packages/client/src/generated.ts'
import { operationsOf } from '../../test/harness/operations/operations.ts'
import { resolveReference, type Schema } from '../../test/harness/operations/schema.ts'
import { openApiText } from './commands/openapi.ts'
import { OPERATION_IDS, operationIdOf } from './operation-ids.ts'

// The type check fails if an endpoint of the client has no id here.
OPERATION_IDS satisfies Record<keyof Operations, string>

const document = JSON.parse(openApiText())
const operations = operationsOf(document)
const idOf = (operation: (typeof operations)[number]): string => operation.operation.operationId

/** The verbs that an id of each method may begin with. */
const VERBS: Record<string, string[]> = {
  GET: ['get', 'list', 'export', 'verify'],
  PUT: ['replace'],
  PATCH: ['update', 'mark'],
  DELETE: ['delete', 'leave', 'close', 'unlink'],
}
const READ_VERBS = VERBS.GET!.filter((verb) => verb !== 'verify')

describe('the operation ids', () => {
  test('every endpoint has exactly one id, and every id has an endpoint', () => {
    expect(operations.map(idOf).toSorted()).toEqual(Object.values<string>(OPERATION_IDS).toSorted())
    expect(new Set(Object.values(OPERATION_IDS)).size).toBe(operations.length)
  })

  test('an endpoint without an id is refused by name', () => {
    expect(operationIdOf('post', '/api/v2/user-lessons/:lessonId/complete')).toBe('completeLesson')
    expect(operationIdOf('get', '/.well-known/jwks.json')).toBe('getSigningKeys')
    expect(() => operationIdOf('get', '/api/v2/things/:id')).toThrow('GET /things/{id} has no operation id')
    expect(() => operationIdOf('get', '/things')).toThrow('GET //things has no operation id')
  })

  test('an id is in camel case and begins with a verb that fits the method', () => {
    const unfit = operations.filter((operation) => {
      const [verb] = idOf(operation).split(/(?=[A-Z])/)
      const verbs = VERBS[operation.method]
      const fits = verbs ? verbs.includes(verb!) : !READ_VERBS.includes(verb!)
      return !/^[a-z]+([A-Z][a-z]+)*$/.test(idOf(operation)) || !fits
    })
    expect(unfit.map(idOf)).toEqual([])
  })

  test('a read that returns a list begins with list', () => {
    const lists = operations.filter(({ method, operation }) => {
      const schema: Schema | undefined = operation.responses[200]?.content?.['application/json']?.schema
      const data = schema?.properties?.data
      const resolved = data?.$ref ? (resolveReference(document, data.$ref) as Schema) : data
      return method === 'GET' && resolved?.type === 'array'
    })
    expect(lists.length).toBeGreaterThan(20)
    expect(lists.map(idOf).filter((id) => !id.startsWith('list'))).toEqual([])
  })

  test('a read under /admin has Admin after its verb, and no other operation has', () => {
    const named = (operation: (typeof operations)[number]) => /^[a-z]+Admin[A-Z]/.test(idOf(operation))
    const reads = operations.filter(({ method, path }) => method === 'GET' && path.includes('/admin/'))
    expect(operations.filter(named).map(idOf)).toEqual(reads.map(idOf))
  })
})
