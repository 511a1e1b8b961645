import { OpenAPIRegistry, OpenApiGeneratorV31 } from '@asteasolutions/zod-to-openapi'
import { z } from '../zod.ts'
import type { Endpoint } from './endpoint.ts'
import { describeRefusals, ProblemBody, RefusalBody } from './openapi-errors.ts'
import { HEADERS, headersOf } from './openapi-headers.ts'

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
}

const IDEMPOTENCY_HEADER = z.object({
  'Idempotency-Key': z.string().min(1).max(255).optional().openapi({
    description: 'The same key with the same body replays the first response for 24 hours.',
  }),
})

/** A client that sends the current ETag gets no body. */
const NOT_MODIFIED = {
  description: 'Not changed since the response whose ETag was sent as If-None-Match.',
  headers: headersOf('x-request-id', 'RateLimit', 'RateLimit-Policy', 'ETag'),
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
    registry.registerPath(describe(endpoint, path) as never)
  }
  return new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: '3.1.0',
    info: {
      title: options.title,
      version: options.version,
      description: options.description,
      license: { name: 'Apache-2.0' },
    },
    servers: [{ url: options.serverUrl }],
    tags: options.tags,
  })
}

function describe(endpoint: Endpoint, path: string) {
  const { method, response, access } = endpoint
  const headers = z.object({
    ...endpoint.headers?.shape,
    ...(method === 'get' ? {} : IDEMPOTENCY_HEADER.shape),
  })
  return {
    method,
    path: path.replace(/:([A-Za-z]+)/g, '{$1}'),
    operationId: operationId(method, path),
    tags: [endpoint.tag],
    summary: endpoint.summary,
    ...(endpoint.description ? { description: endpoint.description } : {}),
    security: securityOf(endpoint),
    ...(typeof access === 'string' ? {} : { 'x-roles': access }),
    request: {
      ...(endpoint.params ? { params: endpoint.params } : {}),
      ...(endpoint.query ? { query: endpoint.query } : {}),
      ...(Object.keys(headers.shape).length > 0 ? { headers } : {}),
      ...(endpoint.body ? { body: describeBody(endpoint) } : {}),
    },
    responses: {
      [response.status]: describeResponse(endpoint),
      ...(method === 'get' && response.status === 200 ? { 304: NOT_MODIFIED } : {}),
      ...describeRefusals(endpoint),
    },
  }
}

function securityOf({ access, senderKey }: Endpoint): Record<string, []>[] {
  if (senderKey) return [{ [senderKey.name]: [] }]
  if (access === 'public') return []
  return access === 'optional' ? [{}, { bearer: [] }] : [{ bearer: [] }]
}

function describeBody(endpoint: Endpoint) {
  const json = {
    schema: endpoint.body,
    ...(endpoint.bodyExample === undefined ? {} : { example: endpoint.bodyExample }),
  }
  if (!endpoint.upload) return { required: true, content: { 'application/json': json } }
  const fileParts = Object.fromEntries(
    endpoint.upload.parts.map((part) => [
      part,
      z
        .any()
        .optional()
        .openapi({ type: 'string', format: 'binary', description: endpoint.upload!.description }),
    ]),
  )
  const form = (endpoint.body as z.ZodObject).extend(fileParts)
  return { required: false, content: { 'application/json': json, 'multipart/form-data': { schema: form } } }
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
      'x-request-id',
      'RateLimit',
      'RateLimit-Policy',
      method === 'get' ? 'ETag' : 'Idempotency-Replayed',
    ),
    content: {
      'application/json': { schema, ...(response.data && response.example === undefined ? {} : { example }) },
    },
  }
}

/** `POST /api/v2/auth/2fa/setup` is `postAuth2faSetup`. */
function operationId(method: string, path: string): string {
  const words = path
    .replace(/^\/api\/v2/, '')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
  return method + words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('')
}
