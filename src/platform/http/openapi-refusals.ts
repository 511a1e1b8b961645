import { z } from '@hono/zod-openapi'
import { type RefusalFactory, refusals, STATUS_OF_KIND } from '../errors.ts'
import { ACCIDENT } from './answer.ts'
import type { Endpoint } from './endpoint.ts'
import { headersOf } from './openapi-headers.ts'

/** Statuses that pass: the refusal says when to ask again. So does one of a key whose first request still runs. */
const PASSING_STATUSES = [423, 429, 503]
const PASSING_CODE = refusals.idempotency_in_progress.code

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

export const RefusalBody = refusalBody().openapi('Refusal')
export const ProblemBody = problemBody().openapi('Problem', {
  description: 'The same refusal as RFC 9457, when `Accept` asks for it.',
})

/** All refusals that this endpoint can give, its own and those of its kind, grouped by status. */
export function describeRefusals(endpoint: Endpoint) {
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
  const mayPass = PASSING_STATUSES.includes(status) || told.some((refusal) => refusal.code === PASSING_CODE)
  return {
    description: told.map((refusal) => `\`${refusal.code}\``).join(', '),
    headers: headersOf(
      'x-request-id',
      'RateLimit',
      'RateLimit-Policy',
      ...(mayPass ? (['Retry-After'] as const) : []),
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
