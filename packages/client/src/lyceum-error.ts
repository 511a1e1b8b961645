import type { RefusalCode } from './generated.ts'

/**
 * The error codes of the service, and five errors of the client: `UNREACHABLE` (no response), `TIMED_OUT` (no
 * response in time), `UNREADABLE` (a response that is not from the service), `SIGNED_OUT` (the session is over)
 * and `CLOSED` (the live channel is closed).
 */
export type ErrorCode = RefusalCode | 'UNREACHABLE' | 'TIMED_OUT' | 'UNREADABLE' | 'SIGNED_OUT' | 'CLOSED'

interface LyceumErrorFields {
  /** 0 when there was no response, and on the live channel. */
  status: number
  details?: { field: string; message: string }[] | undefined
  requestId?: string | undefined
  retryAfterSeconds?: number | undefined
  /** Other fields of the refusal, such as `remainingAttempts`. */
  extra?: Record<string, unknown>
  cause?: unknown
}

/** Any unsuccessful response. `code` is for programs, `message` for people. */
export class LyceumError extends Error {
  override readonly name = 'LyceumError'
  /** One of `ErrorCode`, or a code of a service that is newer than this client. */
  readonly code: ErrorCode | (string & {})
  readonly status: number
  readonly details: { field: string; message: string }[]
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined
  readonly extra: Record<string, unknown>

  constructor(code: ErrorCode | (string & {}), message: string, fields: LyceumErrorFields) {
    super(message, { cause: fields.cause })
    this.code = code
    this.status = fields.status
    this.details = fields.details ?? []
    this.requestId = fields.requestId
    this.retryAfterSeconds = fields.retryAfterSeconds
    this.extra = fields.extra ?? {}
  }
}

/** The error of an unsuccessful response. */
export function refusalOf(response: Response, text: string): LyceumError {
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  const fields = {
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined,
  }
  const body = parsed(text) as { message?: string; error?: Record<string, unknown> } | undefined
  if (typeof body?.error?.code !== 'string')
    return new LyceumError('UNREADABLE', `The answer ${response.status} is not of the service.`, fields)
  const { code, details, requestId, ...extra } = body.error
  return new LyceumError(code as string, body.message ?? (code as string), {
    ...fields,
    details: details as { field: string; message: string }[] | undefined,
    requestId: (requestId as string | undefined) ?? fields.requestId,
    extra,
  })
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
