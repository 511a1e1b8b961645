import { isTimeout, isUnavailable } from '../db/faults.ts'
import { Refusal, refusals } from '../errors.ts'
import { log } from '../log.ts'

/** On every answer. Pages that need more say so themselves. */
const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'cross-origin-resource-policy': 'cross-origin',
} as const

const NO_STORE = 'no-store'

export interface AnswerContext {
  requestId: string
  /** CORS and rate-limit headers, already decided. */
  headers: Record<string, string>
}

const REQUEST_ID = /^[A-Za-z0-9._:-]{1,128}$/

/** The client's own id when it is a sane token, so that its log and ours speak of the same request. */
export function requestIdOf(request: Request): string {
  const given = request.headers.get('x-request-id')
  return given !== null && REQUEST_ID.test(given) ? given : Bun.randomUUIDv7()
}

export function plainAnswer(
  body: BodyInit | null,
  status: number,
  headers: Record<string, string>,
): Response {
  return new Response(body, { status, headers: { ...SECURITY_HEADERS, ...headers } })
}

/** Copying headers that are ready is cheaper than building them from names and values each time. */
const JSON_HEADERS = new Headers({ ...SECURITY_HEADERS, 'content-type': 'application/json; charset=utf-8' })

/** JSON text as an answer. A GET whose text is the one that the client already has is answered 304. */
export function jsonAnswer(text: string, status: number, context: AnswerContext, request: Request): Response {
  const headers = new Headers(JSON_HEADERS)
  headers.set('x-request-id', context.requestId)
  for (const name in context.headers) headers.set(name, context.headers[name]!)
  const reads = request.method === 'GET' || request.method === 'HEAD'
  if (!reads || status !== 200) {
    headers.set('cache-control', NO_STORE)
    return new Response(text, { status, headers })
  }
  const etag = `"${Bun.hash(text).toString(36)}"`
  headers.set('etag', etag)
  headers.set('cache-control', 'private, no-cache')
  const known = request.headers.get('if-none-match')
  if (known !== null && matchesEtag(known, etag)) return new Response(null, { status: 304, headers })
  return new Response(text, { status, headers })
}

function matchesEtag(header: string, etag: string): boolean {
  if (header.trim() === '*') return true
  return header.split(',').some((item) => item.trim().replace(/^W\//, '') === etag)
}

/** What any fault looks like from outside: a refusal says why, everything else says nothing of the inside. */
export function faultAnswer(fault: unknown, context: AnswerContext, request: Request): Response {
  const refusal = asRefusal(fault)
  const status = refusal?.status ?? 500
  const code = refusal?.code ?? 'INTERNAL_ERROR'
  const message =
    refusal?.message ?? 'Something went wrong on our side. Quote the request id when you report it.'
  if (!refusal) log.error({ fault: describe(fault), path: new URL(request.url).pathname }, 'a request failed')

  const headers: Record<string, string> = {
    ...SECURITY_HEADERS,
    'x-request-id': context.requestId,
    'cache-control': NO_STORE,
    ...context.headers,
  }
  const retryAfter =
    refusal?.retryAfterSeconds ?? (status === 503 || status === 429 || status === 423 ? 1 : undefined)
  if (retryAfter !== undefined) headers['retry-after'] = String(Math.max(1, Math.ceil(retryAfter)))
  if (status === 401) headers['www-authenticate'] = 'Bearer realm="lyceum"'

  const details = refusal?.details?.length ? { details: refusal.details } : {}
  if (request.headers.get('accept')?.includes('application/problem+json')) {
    headers['content-type'] = 'application/problem+json'
    const problem = {
      type: `urn:lyceum:refusal:${code.toLowerCase().replaceAll('_', '-')}`,
      title: code,
      status,
      detail: message,
      code,
      requestId: context.requestId,
      ...details,
      ...refusal?.extra,
    }
    return new Response(JSON.stringify(problem), { status, headers })
  }
  headers['content-type'] = 'application/json; charset=utf-8'
  const error = { code, ...details, ...refusal?.extra, requestId: context.requestId }
  return new Response(JSON.stringify({ success: false, message, error }), { status, headers })
}

function asRefusal(fault: unknown): Refusal | undefined {
  if (fault instanceof Refusal) return fault
  if (isTimeout(fault)) {
    log.warn({ fault: describe(fault) }, 'a statement or a lock took too long')
    return refusals.overloaded({ retryAfterSeconds: 1 })
  }
  if (isUnavailable(fault)) {
    log.warn({ fault: describe(fault) }, 'the database is away')
    return refusals.database_unavailable({ retryAfterSeconds: 1 })
  }
  return undefined
}

function describe(fault: unknown): string {
  if (!(fault instanceof Error)) return String(fault)
  const cause = fault.cause instanceof Error ? `\ncaused by ${fault.cause.message}` : ''
  return `${fault.stack ?? fault.message}${cause}`
}
