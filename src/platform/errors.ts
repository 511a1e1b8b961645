import type { z } from 'zod'

/**
 * A refusal is a documented error: a rule does not allow the request. Modules declare refusals with a kind;
 * one map turns kinds into HTTP statuses, and WebSockets send the same codes.
 */
export const STATUS_OF_KIND = {
  invalid: 400,
  unauthenticated: 401,
  payment_required: 402,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  too_slow: 408,
  conflict: 409,
  gone: 410,
  precondition_failed: 412,
  too_large: 413,
  unsupported_media: 415,
  unprocessable: 422,
  locked: 423,
  rate_limited: 429,
  unavailable: 503,
} as const

export type RefusalKind = keyof typeof STATUS_OF_KIND

export interface FieldError {
  field: string
  message: string
}

export interface RefusalDefinition {
  kind: RefusalKind
  /** A sentence for users that says what to do. */
  message: string
  /** Fields of `error` beside the code, for the API document. */
  extraFields?: z.ZodRawShape
}

interface RefusalOptions {
  message?: string
  details?: FieldError[]
  retryAfterSeconds?: number
  /** Further fields of the `error` object, such as `remainingAttempts`. */
  extra?: Record<string, unknown>
}

export class Refusal extends Error {
  readonly kind: RefusalKind
  readonly code: string
  readonly details: FieldError[] | undefined
  readonly retryAfterSeconds: number | undefined
  readonly extra: Record<string, unknown> | undefined
  /** Set by `withCommit`: the transaction commits although the request is refused. */
  commitsTransaction = false

  constructor(code: string, definition: RefusalDefinition, options: RefusalOptions = {}) {
    super(options.message ?? definition.message)
    this.name = 'Refusal'
    this.code = code
    this.kind = definition.kind
    this.details = options.details
    this.retryAfterSeconds = options.retryAfterSeconds
    this.extra = options.extra
  }

  get status(): number {
    return STATUS_OF_KIND[this.kind]
  }
}

export interface RefusalFactory {
  (options?: RefusalOptions): Refusal
  readonly code: string
  readonly definition: RefusalDefinition
}

/** Declares a module's refusals: the key in upper case is the public error code. */
export function defineRefusals<const Definitions extends Record<string, RefusalDefinition>>(
  definitions: Definitions,
): { readonly [Name in keyof Definitions]: RefusalFactory } {
  const factories: Record<string, RefusalFactory> = {}
  for (const [name, definition] of Object.entries(definitions)) {
    const code = name.toUpperCase()
    factories[name] = Object.assign((options?: RefusalOptions) => new Refusal(code, definition, options), {
      code,
      definition,
    })
  }
  return factories as { readonly [Name in keyof Definitions]: RefusalFactory }
}

/**
 * Marks a refusal whose writes must be stored: a wrong guess is counted, the family of a stolen token is
 * revoked. `write` commits and then throws the refusal.
 */
export function withCommit(refusal: Refusal): Refusal {
  refusal.commitsTransaction = true
  return refusal
}

/** The refusals of any endpoint, whatever its module. */
export const commonErrors = defineRefusals({
  validation_failed: { kind: 'invalid', message: 'Some fields are not valid. See the details for each one.' },
  malformed_json: { kind: 'invalid', message: 'The body is not valid JSON.' },
  unauthenticated: {
    kind: 'unauthenticated',
    message: 'Send a valid access token as "Authorization: Bearer <token>".',
  },
  token_expired: {
    kind: 'unauthenticated',
    message: 'The access token has expired. Get a new one from /auth/refresh.',
  },
  forbidden: { kind: 'forbidden', message: 'Your account may not do this.' },
  two_factor_setup_required: {
    kind: 'forbidden',
    message:
      'Your role requires two-factor sign-in. Turn it on in your settings (POST /auth/2fa/setup, POST /auth/2fa/enable), then try again.',
  },
  view_only: {
    kind: 'forbidden',
    message: 'You are viewing the account of a user. Nothing can be changed, and secrets are not shown.',
  },
  not_found: { kind: 'not_found', message: 'There is nothing here. Check the path and the id.' },
  method_not_allowed: {
    kind: 'method_not_allowed',
    message: 'This path does not take this method. See the Allow header.',
  },
  request_timeout: {
    kind: 'too_slow',
    message: 'The body did not arrive in time. Send the request again.',
  },
  payload_too_large: { kind: 'too_large', message: 'The body is larger than this endpoint takes.' },
  unsupported_media_type: {
    kind: 'unsupported_media',
    message: 'This endpoint does not take this content type.',
  },
  idempotency_key_invalid: {
    kind: 'invalid',
    message: 'Idempotency-Key must be 1 to 255 visible ASCII characters.',
  },
  idempotency_key_reused: {
    kind: 'unprocessable',
    message: 'This Idempotency-Key was used with another body. Use a new key for a new request.',
  },
  idempotency_in_progress: {
    kind: 'conflict',
    message: 'The first request with this Idempotency-Key is still running. Ask again shortly.',
  },
  idempotency_response_not_stored: {
    kind: 'conflict',
    message:
      'The request with this Idempotency-Key was carried out. Its response was too large to store: read the result instead of repeating the request.',
  },
  rate_limited: { kind: 'rate_limited', message: 'Too many requests. Wait as long as Retry-After says.' },
  overloaded: { kind: 'unavailable', message: 'The service is busy. Try again shortly.' },
  database_unavailable: {
    kind: 'unavailable',
    message:
      'The database did not respond. The request may or may not have been applied; retry with the same Idempotency-Key.',
  },
  storage_unavailable: {
    kind: 'unavailable',
    message: 'Files cannot be stored or read at the moment. Try again shortly.',
  },
  provider_unavailable: {
    kind: 'unavailable',
    message: 'A required provider did not respond. Try again later.',
  },
  shutting_down: { kind: 'unavailable', message: 'This process is shutting down. Ask again.' },
})

/** Checks what the types already guarantee: a violation is a bug, and becomes a 500. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`Broken invariant: ${message}`)
}
