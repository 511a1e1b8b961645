import { METHOD_OPERATIONS, type Methods } from './generated-methods.ts'
import type { HttpClient } from './http-client.ts'

/** One method for every operation of the API document, by its `operationId`. */
export function createMethods(client: HttpClient): Methods {
  const call = client.call.bind(client) as (operation: string, given: unknown) => Promise<unknown>
  const methods = Object.entries(METHOD_OPERATIONS).map(([name, operation]) => [
    name,
    (given?: unknown) => call(operation, given),
  ])
  return Object.fromEntries(methods) as Methods
}
