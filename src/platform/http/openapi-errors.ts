import { commonErrors, type RefusalFactory, STATUS_OF_KIND } from '../errors.ts'
import { z } from '../zod.ts'
import type { Endpoint } from './endpoint.ts'
import { headersOf } from './openapi-headers.ts'
import { INTERNAL_ERROR_BODY } from './response.ts'

/**
 * Temporary statuses: the refusal has Retry-After. So has the one for a key whose first request still runs.
 */
const RETRYABLE_STATUSES = [423, 429, 503]
const RETRYABLE_CODE = commonErrors.idempotency_in_progress.code

const COMMON_FIELDS = {
  details: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
  remainingAttempts: z
    .number()
    .int()
    .optional()
    .openapi({ description: 'After a wrong code, PIN or password: the remaining attempts.' }),
  requestId: z.string(),
}

const RefusalError = z
  .object({
    code: z.string().openapi({ description: 'For programs; each status lists its codes.' }),
    ...COMMON_FIELDS,
  })
  .openapi('RefusalError')

export const RefusalBody = z
  .object({
    success: z.literal(false),
    message: z.string().openapi({ description: 'A sentence for people.' }),
    error: RefusalError,
  })
  .openapi('Refusal')

export const ProblemBody = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    detail: z.string(),
    code: z.string(),
    ...COMMON_FIELDS,
  })
  .openapi('Problem', { description: 'The same refusal as RFC 9457, when `Accept` asks for it.' })

/** All refusals of this endpoint, its own and the common ones, grouped by status. */
export function describeRefusals(endpoint: Endpoint) {
  const possible = new Map<string, RefusalFactory>()
  for (const refusal of [...(endpoint.refusals ?? []), ...generalRefusals(endpoint)])
    possible.set(refusal.code, refusal)
  const byStatus = Map.groupBy(possible.values(), (refusal) => STATUS_OF_KIND[refusal.definition.kind])
  const responses: Record<number, object> = { 500: describeStatus(500, [INTERNAL_ERROR_BODY]) }
  for (const [status, group] of byStatus) {
    const errors = group.map(({ code, definition: { message } }) => ({ code, message }))
    responses[status] = describeStatus(status, errors, extraFieldsOf(group))
  }
  // Numeric keys, so that statuses are sorted.
  return responses
}

function describeStatus(
  status: number,
  errors: { code: string; message: string }[],
  extraFields: z.ZodRawShape = {},
) {
  const [{ code, message }] = errors as [(typeof errors)[0]]
  const isRetryable =
    RETRYABLE_STATUSES.includes(status) || errors.some((refusal) => refusal.code === RETRYABLE_CODE)
  const schemas = describeBodies(
    errors.map((refusal) => refusal.code),
    extraFields,
  )
  return {
    description: errors.map((refusal) => `\`${refusal.code}\``).join(', '),
    headers: isRetryable ? headersOf('Retry-After') : headersOf(),
    'x-refusals': errors,
    content: {
      'application/json': {
        schema: schemas.refusal,
        example: {
          success: false,
          message,
          error: { code, requestId: '019a8b5e-7c1d-7000-8000-5f1f7d1b2c3d' },
        },
      },
      'application/problem+json': { schema: schemas.problem },
    },
  }
}

/** The fields of every refusal are in the named schemas; here are the codes of a status and their own fields. */
function describeBodies(codes: string[], extraFields: z.ZodRawShape) {
  if (Object.keys(extraFields).length === 0) {
    // Plain JSON, because the generator would take half of the time of the whole document for these responses.
    const code = { type: 'string', enum: codes }
    return {
      refusal: extend('Refusal', { error: extend('RefusalError', { code }) }),
      problem: extend('Problem', { code }),
    }
  }
  const code = z.enum(codes)
  const problemFields = Object.entries(extraFields).filter(([name]) => !(name in ProblemBody.shape))
  return {
    refusal: RefusalBody.and(z.object({ error: RefusalError.and(z.object({ code, ...extraFields })) })),
    problem: ProblemBody.and(z.object({ code, ...Object.fromEntries(problemFields) })),
  }
}

function extend(schema: string, properties: Record<string, object>) {
  return {
    allOf: [
      { $ref: `#/components/schemas/${schema}` },
      { type: 'object', properties, required: Object.keys(properties) },
    ],
  }
}

/** The further fields of a status's refusals; each refusal has some of them. */
function extraFieldsOf(group: RefusalFactory[]): z.ZodRawShape {
  const errors = group.flatMap(({ definition }) => Object.entries(definition.extraFields ?? {}))
  return Object.fromEntries(errors.map(([name, schema]) => [name, (schema as z.ZodType).optional()]))
}

function generalRefusals(endpoint: Endpoint): RefusalFactory[] {
  const list: RefusalFactory[] = [
    commonErrors.rate_limited,
    commonErrors.overloaded,
    commonErrors.database_unavailable,
    commonErrors.shutting_down,
  ]
  if (endpoint.upload) list.push(commonErrors.storage_unavailable)
  if (endpoint.access !== 'public') list.push(commonErrors.unauthenticated, commonErrors.token_expired)
  if (typeof endpoint.access !== 'string')
    list.push(commonErrors.forbidden, commonErrors.two_factor_setup_required)
  if (endpoint.access !== 'public' && (endpoint.method !== 'get' || endpoint.isHiddenFromViews))
    list.push(commonErrors.view_only)
  if (endpoint.params) list.push(commonErrors.not_found)
  if (endpoint.query || endpoint.headers || endpoint.method !== 'get')
    list.push(commonErrors.validation_failed)
  if (endpoint.method !== 'get') {
    list.push(
      // The body is also read for the idempotency key, where the endpoint itself has no body.
      commonErrors.malformed_json,
      commonErrors.request_timeout,
      commonErrors.payload_too_large,
      commonErrors.unsupported_media_type,
      commonErrors.idempotency_key_invalid,
      commonErrors.idempotency_in_progress,
      commonErrors.idempotency_key_reused,
      commonErrors.idempotency_response_not_stored,
    )
  }
  return list
}
