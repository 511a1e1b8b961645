import { resolveReference, type Schema } from './schema.ts'

/** One operation of an OpenAPI document. */
export interface ApiOperation {
  /** `POST /api/v2/auth/login` */
  name: string
  method: string
  path: string
  needsToken: boolean
  bodySchema: Schema | undefined
  bodyExample: Record<string, unknown>
  parameters: { name: string; in: string; schema: Schema }[]
  /** With the shared responses in place of the references to them. */
  // biome-ignore lint/suspicious/noExplicitAny: the document has a foreign format.
  operation: any
}

// biome-ignore lint/suspicious/noExplicitAny: see above.
export function operationsOf(document: any): ApiOperation[] {
  // biome-ignore lint/suspicious/noExplicitAny: see above.
  return Object.entries<any>(document.paths).flatMap(([path, methods]) =>
    // biome-ignore lint/suspicious/noExplicitAny: see above.
    Object.entries<any>(methods).map(([method, operation]) => {
      const json = operation.requestBody?.content?.['application/json']
      return {
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        needsToken:
          operation.security?.length > 0 && operation.security.every((choice: object) => 'bearer' in choice),
        bodySchema: json?.schema,
        bodyExample: json?.example ?? {},
        parameters: operation.parameters ?? [],
        operation: { ...operation, responses: resolvedResponses(document, operation.responses) },
      }
    }),
  )
}

function resolvedResponses(document: object, responses: Record<string, { $ref?: string }>) {
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [
      status,
      response.$ref ? resolveReference(document, response.$ref) : response,
    ]),
  )
}
