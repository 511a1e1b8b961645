import { OpenAPIHono, z } from '@hono/zod-openapi'
import { type RefusalFactory, refusals, STATUS_OF_KIND } from '../errors.ts'
import { ACCIDENT } from './answer.ts'
import type { Endpoint } from './endpoint.ts'

export interface MountedEndpoint {
  endpoint: Endpoint
  /** The whole path, with parameters as `:id`. */
  path: string
}

/** What the document says of the whole. */
export interface DocumentParts {
  title: string
  version: string
  description: string
  serverUrl: string
  tags: { name: string; description: string }[]
}

const USUAL = {
  details: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
  remainingAttempts: z
    .number()
    .int()
    .optional()
    .openapi({ description: 'After a wrong code, PIN or password: the tries that are left.' }),
  requestId: z.string(),
}

/** A refusal, and with more beside its code where a status has one that tells more. */
function refusalBody(tells: z.ZodRawShape = {}) {
  return z.object({
    success: z.literal(false),
    message: z.string().openapi({ description: 'A sentence for people.' }),
    error: z.object({
      code: z.string().openapi({ description: 'For programs; see `x-refusals` of each status.' }),
      ...USUAL,
      ...tells,
    }),
  })
}

function problemBody(tells: z.ZodRawShape = {}) {
  return z.object({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    detail: z.string(),
    code: z.string(),
    ...USUAL,
    ...tells,
  })
}

const RefusalBody = refusalBody().openapi('Refusal')
const ProblemBody = problemBody().openapi('Problem', {
  description: 'The same refusal as RFC 9457, when `Accept` asks for it.',
})

/** Headers of the answers, by the name that `components` has them under. */
const HEADERS = {
  'x-request-id': { schema: { type: 'string' }, description: 'Quote it when you report a problem.' },
  RateLimit: {
    schema: { type: 'string' },
    description: 'How many requests are left, and the seconds until all are there again.',
    example: '"general";r=299;t=1',
  },
  'RateLimit-Policy': {
    schema: { type: 'string' },
    description: 'How many requests are allowed in a window of so many seconds.',
    example: '"general";q=300;w=60',
  },
  ETag: {
    schema: { type: 'string' },
    description: 'Names this very answer; send it back as If-None-Match.',
    example: '"1x7p0qk3n2d9z"',
  },
  'Retry-After': {
    schema: { type: 'integer', minimum: 1 },
    description: 'The seconds to wait before asking again.',
    example: 1,
  },
} as const
const PASSING_STATUSES = [423, 429, 503]

const IDEMPOTENCY_HEADER = z.object({
  'Idempotency-Key': z.string().min(1).max(255).optional().openapi({
    description: 'The same key with the same body gives the first answer again, for 24 hours.',
    example: '0b9f6a2e-6f0e-4f0a-9d53-4a5a1f3c2f11',
  }),
})

/** Whoever shows the tag of what it has gets no body again. */
const UNCHANGED = {
  description: 'Not changed since the answer whose ETag was sent as If-None-Match.',
  headers: headersOf('x-request-id', 'RateLimit', 'RateLimit-Policy', 'ETag'),
}

/** The OpenAPI 3.1 document of all endpoints: every status, every code, examples. */
export function openApiDocument(mounted: MountedEndpoint[], parts: DocumentParts): object {
  const app = new OpenAPIHono()
  app.openAPIRegistry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The access token of register, login or refresh.',
  })
  for (const [name, header] of Object.entries(HEADERS))
    app.openAPIRegistry.registerComponent('headers', name, header)
  app.openAPIRegistry.register('Refusal', RefusalBody)
  app.openAPIRegistry.register('Problem', ProblemBody)
  for (const { endpoint, path } of mounted) {
    const { senderKey } = endpoint
    if (senderKey) {
      const { name, description } = senderKey
      app.openAPIRegistry.registerComponent('securitySchemes', name, {
        type: 'http',
        scheme: 'bearer',
        description,
      })
    }
    app.openAPIRegistry.registerPath(describe(endpoint, path) as never)
  }
  return app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: parts.title,
      version: parts.version,
      description: parts.description,
      license: { name: 'Apache-2.0' },
    },
    servers: [{ url: parts.serverUrl }],
    tags: parts.tags,
  })
}

function describe(endpoint: Endpoint, path: string) {
  const { method, answer, access } = endpoint
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
      [answer.status]: describeAnswer(endpoint),
      ...(method === 'get' && answer.status === 200 ? { 304: UNCHANGED } : {}),
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

function describeAnswer({ answer, summary, method }: Endpoint) {
  const schema = answer.bare
    ? answer.data!
    : z.object({
        success: z.literal(true),
        ...(answer.data ? { data: answer.data } : {}),
        ...(answer.meta ? { meta: answer.meta } : {}),
        ...(answer.message || !answer.data ? { message: z.string() } : { message: z.string().optional() }),
      })
  const example = answer.bare
    ? answer.example
    : {
        success: true,
        ...(answer.data ? { data: answer.example } : {}),
        ...(answer.meta ? { meta: answer.metaExample ?? { total: 1, page: 1, limit: 20 } } : {}),
        ...(answer.message ? { message: answer.message } : {}),
      }
  return {
    description: answer.message ?? summary,
    headers: headersOf(
      'x-request-id',
      'RateLimit',
      'RateLimit-Policy',
      ...(method === 'get' ? (['ETag'] as const) : []),
    ),
    content: {
      'application/json': { schema, ...(answer.data && answer.example === undefined ? {} : { example }) },
    },
  }
}

function headersOf(...names: (keyof typeof HEADERS)[]) {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

/** All refusals that this endpoint can give, its own and those of its kind, grouped by status. */
function describeRefusals(endpoint: Endpoint) {
  const possible = new Map<string, RefusalFactory>()
  for (const refusal of [...(endpoint.refusals ?? []), ...generalRefusals(endpoint)])
    possible.set(refusal.code, refusal)
  const byStatus = Map.groupBy(possible.values(), (refusal) => STATUS_OF_KIND[refusal.definition.kind])
  const responses: Record<number, object> = { 500: describeStatus(500, [ACCIDENT]) }
  for (const [status, group] of byStatus) {
    const told = group.map(({ code, definition: { message } }) => ({ code, message }))
    responses[status] = describeStatus(status, told, tellsOf(group))
  }
  // Statuses are numbers, so that they stand in their order.
  return responses
}

function describeStatus(status: number, told: { code: string; message: string }[], tells?: z.ZodRawShape) {
  const [{ code, message }] = told as [(typeof told)[0]]
  return {
    description: told.map((refusal) => `\`${refusal.code}\``).join(', '),
    headers: headersOf(
      'x-request-id',
      'RateLimit',
      'RateLimit-Policy',
      ...(PASSING_STATUSES.includes(status) ? (['Retry-After'] as const) : []),
    ),
    'x-refusals': told,
    content: {
      'application/json': {
        schema: tells ? refusalBody(tells) : RefusalBody,
        example: {
          success: false,
          message,
          error: { code, requestId: '019a8b5e-7c1d-7000-8000-5f1f7d1b2c3d' },
        },
      },
      'application/problem+json': { schema: tells ? problemBody(tells) : ProblemBody },
    },
  }
}

/** What the refusals of a status tell beside their codes: each of them only some of it. */
function tellsOf(group: RefusalFactory[]): z.ZodRawShape | undefined {
  const told = group.flatMap(({ definition }) => Object.entries(definition.tells ?? {}))
  if (told.length === 0) return undefined
  return Object.fromEntries(told.map(([name, schema]) => [name, (schema as z.ZodType).optional()]))
}

function generalRefusals(endpoint: Endpoint): RefusalFactory[] {
  const list: RefusalFactory[] = [
    refusals.rate_limited,
    refusals.overloaded,
    refusals.database_unavailable,
    refusals.shutting_down,
  ]
  if (endpoint.access !== 'public') list.push(refusals.unauthenticated, refusals.token_expired)
  if (typeof endpoint.access !== 'string') list.push(refusals.forbidden)
  if (endpoint.params) list.push(refusals.not_found)
  if (endpoint.query || endpoint.headers || endpoint.method !== 'get') list.push(refusals.validation_failed)
  if (endpoint.method !== 'get') {
    list.push(
      // A body is read for the sake of the key too, where the endpoint itself takes none.
      refusals.malformed_json,
      refusals.request_timeout,
      refusals.payload_too_large,
      refusals.unsupported_media_type,
      refusals.idempotency_key_invalid,
      refusals.idempotency_in_progress,
      refusals.idempotency_key_reused,
    )
  }
  return list
}

/** `POST /api/v2/auth/2fa/setup` is `postAuth2faSetup`. */
function operationId(method: string, path: string): string {
  const words = path
    .replace(/^\/api\/v2/, '')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
  return method + words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('')
}
