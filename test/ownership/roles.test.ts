import { expect, test } from 'bun:test'
import { openApiText } from '../../src/app/commands/openapi.ts'
import { ACCESS } from '../../src/modules/staff-access/public/role-access.ts'
import { operationsOf } from '../harness/operations/operations.ts'

const operations = operationsOf(JSON.parse(openApiText()))
const API = '/api/v2'

test('the table of roles and the OpenAPI document list the same operations with the same roles', () => {
  const described = operations
    .filter(({ path }) => path.startsWith(`${API}/admin/`))
    .map(({ method, path, operation }) => [
      `${method} ${path.slice(API.length).replaceAll(/\{(\w+)\}/g, ':$1')}`,
      operation['x-roles'],
    ])
  expect(Object.fromEntries(described)).toEqual(ACCESS)
})

test('all admin operations require a role, and no other operation does', () => {
  const asking = operations.filter(({ operation }) => operation['x-roles']).map(({ path }) => path)
  expect(asking.filter((path) => !path.startsWith(`${API}/admin/`))).toEqual([])
  expect(asking.length).toBe(Object.keys(ACCESS).length)
})
