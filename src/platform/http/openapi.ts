import { OpenAPIRegistry, OpenApiGeneratorV31 } from '@asteasolutions/zod-to-openapi'
import { z } from '../zod.ts'
import type { Endpoint } from './endpoint.ts'
import { describeRefusals, ProblemBody, RefusalBody } from './openapi-errors.ts'
import { HEADERS, headersOf } from './openapi-headers.ts'
import { shareResponses } from './openapi-shared-responses.ts'
import { dropOptionalDiscriminators } from './openapi-unions.ts'

export interface MountedEndpoint {
  endpoint: Endpoint
  /** The full path, with parameters as `:id`. */
  path: string
}

/** The general information of the document. */
export interface OpenApiOptions {
  title: string
  version: string
  description: string
  serverUrl: string
  tags: { name: string; description: string }[]
  /** The name of an operation, from which clients generate the names of methods. */
  operationIdOf(method: string, path: string): string
}

const IDEMPOTENCY_HEADER = z.object({
  'Idempotency-Key': z.string().min(1).max(255).optional().openapi({
    description: 'The same key with the same body replays the first response for 24 hours.',
  }),
})

/** A client that sends the current ETag gets no body. */
const NOT_MODIFIED = {
  description: 'Not changed since the response whose ETag was sent as If-None-Match.',
  headers: headersOf('ETag'),
}

/** The OpenAPI 3.1 document of all endpoints: every status, every code, examples. */
export function openApiDocument(mounted: MountedEndpoint[], options: OpenApiOptions): object {
  const registry = new OpenAPIRegistry()
  registry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The access token of register, login or refresh.',
  })
  for (const [name, header] of Object.entries(HEADERS)) registry.registerComponent('headers', name, header)
  registry.register('Refusal', RefusalBody)
  registry.register('Problem', ProblemBody)
  for (const { endpoint, path } of mounted) {
    const { senderKey } = endpoint
    if (senderKey) {
      const { name, description } = senderKey
      registry.registerComponent('securitySchemes', name, {
        type: 'http',
        scheme: 'bearer',
        description,
      })
    }
    registry.registerPath(describe(endpoint, path, options.operationIdOf(endpoint.method, path)) as never)
  }
  const document = new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: '3.1.0',
    info: {
      title: options.title,
      version: options.version,
      description: options.description,
      contact: { name: 'The operator of this service' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    // A variable, because the address in a document that is saved or committed is only an example.
    servers: [
      {
        url: '{publicUrl}',
        variables: { publicUrl: { default: options.serverUrl, description: 'The address of the service.' } },
      },
    ],
    tags: options.tags,
  })
  return shareResponses(dropOptionalDiscriminators(document))
}

function describe(endpoint: Endpoint, path: string, operationId: string) {
  const { method, response, access } = endpoint
  const { status = 200 } = response
  const headers = z.object({
    ...endpoint.headers?.shape,
    ...(method === 'get' ? {} : IDEMPOTENCY_HEADER.shape),
  })
  return {
    method,
    path: path.replace(/:([A-Za-z]+)/g, '{$1}'),
    operationId,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: [endpoint.description, accessText(endpoint)].filter(Boolean).join('\n\n'),
    security: securityOf(endpoint),
    ...(typeof access === 'string' ? {} : { 'x-roles': access }),
    request: {
      ...(endpoint.params ? { params: endpoint.params } : {}),
      ...(endpoint.query ? { query: endpoint.query } : {}),
      ...(Object.keys(headers.shape).length > 0 ? { headers } : {}),
      ...(endpoint.body ? { body: describeBody(endpoint) } : {}),
    },
    responses: {
      [status]: describeResponse(endpoint),
      ...(response.isPending ? { 202: describeResponse(endpoint) } : {}),
      ...(method === 'get' && status === 200 && !response.isVersioned ? { 304: NOT_MODIFIED } : {}),
      ...describeRefusals(endpoint),
    },
  }
}

function securityOf({ access, senderKey }: Endpoint): Record<string, []>[] {
  if (senderKey) return [{ [senderKey.name]: [] }]
  if (access === 'public') return []
  return access === 'optional' ? [{}, { bearer: [] }] : [{ bearer: [] }]
}

/** The sentence of the description that says who may call the endpoint. */
function accessText({ access, senderKey, verifySender }: Endpoint): string {
  if (senderKey || verifySender) return 'For the sender of the events, which has its own credentials.'
  if (access === 'public') return 'Needs no access token.'
  if (access === 'optional') return 'Needs no access token; the response has more for a signed-in user.'
  if (access === 'user') return 'For every signed-in user.'
  return `For signed-in users with the role ${access.map((role) => `\`${role}\``).join(' or ')}.`
}

/**
 * A body is required unless the schema accepts an empty object, because the service reads an absent body as one.
 */
function requiresBody({ body, isBodyRequired }: Endpoint): boolean {
  return isBodyRequired === true || !body!.safeParse({}).success
}

function describeBody(endpoint: Endpoint) {
  const required = requiresBody(endpoint)
  const json = {
    schema: endpoint.body,
    ...(endpoint.bodyExample === undefined ? {} : { example: endpoint.bodyExample }),
  }
  if (!endpoint.upload) return { required, content: { 'application/json': json } }
  const form = (endpoint.body as z.ZodObject).extend(fileParts(endpoint.upload))
  return { required, content: { 'application/json': json, 'multipart/form-data': { schema: form } } }
}

function fileParts({ parts, repeatedParts = [], description }: NonNullable<Endpoint['upload']>) {
  const file = { type: 'string', format: 'binary' } as const
  return Object.fromEntries(
    parts.map((part) => [
      part,
      z
        .any()
        .optional()
        .openapi(
          repeatedParts.includes(part)
            ? { type: 'array', items: file, description }
            : { ...file, description },
        ),
    ]),
  )
}

function filesOf(examples: Record<string, string>) {
  return Object.fromEntries(
    Object.entries(examples).map(([type, example]) => [type, { schema: z.string(), example }]),
  )
}

/** The default page length. */
function defaultLimit(query: Endpoint['query']): unknown {
  return query?.safeParse({}).data?.limit ?? 20
}

function describeResponse({ response, summary, method, query }: Endpoint) {
  const schema = response.withoutEnvelope
    ? response.data!
    : z.object({
        success: z.literal(true),
        ...(response.data ? { data: response.data } : {}),
        ...(response.meta ? { meta: response.meta } : {}),
        ...(response.message || !response.data
          ? { message: z.string() }
          : { message: z.string().optional() }),
      })
  const example = response.withoutEnvelope
    ? response.example
    : {
        success: true,
        ...(response.data ? { data: response.example } : {}),
        ...(response.meta
          ? { meta: response.metaExample ?? { total: 1, page: 1, limit: defaultLimit(query) } }
          : {}),
        ...(response.message ? { message: response.message } : {}),
      }
  return {
    description: response.message ?? summary,
    headers: headersOf(
      ...(method === 'get' || response.isVersioned ? (['ETag'] as const) : []),
      ...(method === 'get' ? [] : (['Idempotency-Replayed'] as const)),
    ),
    content: response.fileExamples
      ? filesOf(response.fileExamples)
      : {
          'application/json': {
            schema,
            ...(response.data && response.example === undefined ? {} : { example }),
          },
          ...(response.csvExample === undefined
            ? {}
            : { 'text/csv': { schema: z.string(), example: response.csvExample } }),
        },
  }
}
