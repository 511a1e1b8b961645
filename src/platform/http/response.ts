import { isTimeout, isUnavailable } from '../db/database-error.ts'
import { describeError } from '../describe-error.ts'
import { commonErrors, Refusal } from '../errors.ts'
import { log } from '../log.ts'
import { fastCounter } from '../metrics.ts'
import { OutageLog } from '../outage-log.ts'
import { StorageError } from '../storage/storage-error.ts'
import type { Caller } from './caller.ts'
import { type Encoder, encoderFor } from './compress.ts'

/** On every response. Pages that need other values set them. */
const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'cross-origin-resource-policy': 'cross-origin',
} as const

const NO_STORE = 'no-store'

/** Codes are declared, so the number of labels is bounded. */
export const countRefusal = fastCounter(
  'lyceum_refusals_total',
  'Requests and frames that were refused or failed, by code',
  'code',
)
const NO_WEIGHT = /^q\s*=\s*0(\.0*)?$/

export interface ResponseContext {
  requestId: string
  /** CORS and rate-limit headers, already computed. */
  headers: Record<string, string>
  /** The ETag of a successful response is the version of its data. */
  isVersioned?: boolean | undefined
  /** The authenticated caller, for the log of requests. */
  caller?: Caller | undefined
}

const REQUEST_ID = /^[A-Za-z0-9._:-]{1,128}$/

/** Returns the client's own id if it is a safe token, so that its log and ours use the same id. */
export function requestIdOf(request: Request): string {
  const given = request.headers.get('x-request-id')
  return given !== null && REQUEST_ID.test(given) ? given : Bun.randomUUIDv7()
}

export function plainResponse(
  body: BodyInit | null,
  status: number,
  headers: Record<string, string>,
): Response {
  return new Response(body, { status, headers: { ...SECURITY_HEADERS, ...headers } })
}

/** Copying prepared headers is cheaper than building them each time. */
export const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }
const READ_HEADERS = new Headers({ ...SECURITY_HEADERS, ...JSON_TYPE, 'cache-control': 'private, no-cache' })
const WRITE_HEADERS = new Headers({ ...SECURITY_HEADERS, ...JSON_TYPE, 'cache-control': NO_STORE })

/** JSON text with its ETag. Responses to several clients share it. */
export class RenderedJson {
  readonly text: string
  #etag: string | undefined
  #encoded: { token: string; bytes: Uint8Array<ArrayBuffer> } | undefined

  constructor(text: string) {
    this.text = text
  }

  get etag(): string {
    this.#etag ??= etagOf(this.text)
    return this.#etag
  }

  encoded({ token, encode }: Encoder): Uint8Array<ArrayBuffer> {
    if (this.#encoded?.token !== token) this.#encoded = { token, bytes: encode(this.text) }
    return this.#encoded!.bytes
  }
}

/** Responds with JSON text. A GET whose ETag the client sent gets 304. */
export function jsonResponse(
  json: RenderedJson,
  status: number,
  context: ResponseContext,
  request: Request,
  sharedMaxAgeSeconds?: number,
): Response {
  const isRead = status === 200 && (request.method === 'GET' || request.method === 'HEAD')
  const headers = new Headers(isRead ? READ_HEADERS : WRITE_HEADERS)
  headers.set('x-request-id', context.requestId)
  if (isRead && sharedMaxAgeSeconds !== undefined)
    headers.set('cache-control', `public, max-age=${sharedMaxAgeSeconds}`)
  for (const name in context.headers) headers.set(name, context.headers[name]!)
  if (context.isVersioned && status < 300) {
    // Read from the text, because a replayed response has nothing else.
    headers.set('etag', `"${JSON.parse(json.text).data.version}"`)
    return new Response(json.text, { status, headers })
  }
  // Responses to writes may contain secrets beside texts of the request, so their length must not tell anything.
  return isRead ? respondOrNotModified(json, headers, request) : new Response(json.text, { status, headers })
}

/** A page that changes only with a new version. */
export function etagResponse(
  content: string | ArrayBuffer,
  headers: Record<string, string>,
  request: Request,
): Response {
  const sent = {
    text: content,
    etag: etagOf(content),
    encoded: ({ encode }: Encoder) => encode(content),
  }
  return respondOrNotModified(sent, new Headers({ ...SECURITY_HEADERS, ...headers }), request)
}

/** A page of one user, which nothing stores and no other origin may load. */
export function privatePage(text: string, headers: Record<string, string>, request: Request): Response {
  const encoder = encoderFor(text, request)
  const all = new Headers({
    ...SECURITY_HEADERS,
    ...headers,
    'cache-control': NO_STORE,
    'cross-origin-resource-policy': 'same-origin',
  })
  if (!encoder) return new Response(asBody(text, request), { headers: all })
  all.set('content-encoding', encoder.token)
  return new Response(asBody(encoder.encode(text), request), { headers: all })
}

/** Headers and a body of up to so many characters or bytes fit into the 16 KiB that the runtime collects before it sends. */
const MAX_COLLECTED = 8_000

/**
 * The runtime sends a response that was awaited, and that is too long for its buffer, in pieces: a packet for each name and
 * value of the headers, some fifty, and a new connection may send ten of them before it has to wait. It collects the headers
 * of a stream, so a long body is sent as one. A stream has no length, which is what HEAD asks for.
 */
function asBody(content: string | ArrayBuffer | Uint8Array<ArrayBuffer>, request: Request): BodyInit {
  const length = typeof content === 'string' ? content.length : content.byteLength
  if (length <= MAX_COLLECTED || isHead(request)) return content
  const source: Bun.DirectUnderlyingSource = {
    type: 'direct',
    pull(controller) {
      controller.write(content)
      controller.close()
    },
  }
  // The types of the browser, which are loaded too, do not know this source.
  return new ReadableStream(source as unknown as UnderlyingDefaultSource)
}

/** The server runs GET for HEAD and defines the method of the request object itself. */
function isHead(request: Request): boolean {
  return request.method === 'HEAD' || Object.hasOwn(request, 'method')
}

function etagOf(content: string | ArrayBuffer): string {
  return `"${Bun.hash(content).toString(36)}"`
}

/** Pictures and fonts are compressed by their format. */
const TEXT_TYPE = /^text\/|[/+](?:json|xml|javascript)\b/

interface Sent {
  text: string | ArrayBuffer
  etag: string
  encoded(encoder: Encoder): Uint8Array<ArrayBuffer>
}

/** 200 with an ETag of the content, or 304 if the client sent it. Another encoding has another ETag. */
function respondOrNotModified(sent: Sent, headers: Headers, request: Request): Response {
  const isText = TEXT_TYPE.test(headers.get('content-type') ?? '') && !headers.has('content-encoding')
  const encoder = isText ? encoderFor(sent.text, request) : undefined
  const etag = encoder ? `${sent.etag.slice(0, -1)}-${encoder.token}"` : sent.etag
  headers.set('etag', etag)
  if (isText) headers.append('vary', 'accept-encoding')
  const ifNoneMatch = request.headers.get('if-none-match')
  if (ifNoneMatch !== null && matchesEtag(ifNoneMatch, etag))
    return new Response(null, { status: 304, headers })
  if (!encoder) return new Response(asBody(sent.text, request), { headers })
  headers.set('content-encoding', encoder.token)
  return new Response(asBody(sent.encoded(encoder), request), { headers })
}

function matchesEtag(header: string, etag: string): boolean {
  if (header.trim() === '*') return true
  return header.split(',').some((item) => item.trim().replace(/^W\//, '') === etag)
}

/** The public body of an internal error. */
export const INTERNAL_ERROR_BODY = {
  code: 'INTERNAL_ERROR',
  message: 'Something went wrong on our side. Quote the request id when you report it.',
}

/**
 * Turns any error into a response: a refusal has its message, and any other error has no internal details.
 */
export function errorResponse(cause: unknown, context: ResponseContext, request: Request): Response {
  const refusal = toRefusal(cause)
  const status = refusal?.status ?? 500
  const { code, message } = refusal ?? INTERNAL_ERROR_BODY
  countRefusal(code)
  if (!refusal)
    log.error({ error: describeError(cause), path: URL.parse(request.url)?.pathname }, 'http: request failed')

  const headers: Record<string, string> = {
    ...SECURITY_HEADERS,
    'x-request-id': context.requestId,
    'cache-control': NO_STORE,
    ...context.headers,
  }
  const retryAfter =
    refusal?.retryAfterSeconds ?? (status === 503 || status === 429 || status === 423 ? 1 : undefined)
  if (retryAfter !== undefined) headers['retry-after'] = String(Math.max(1, Math.ceil(retryAfter)))
  // Closes the connection: the rest of a late body is not read.
  if (status === 408) headers.connection = 'close'
  if (status === 401) headers['www-authenticate'] = 'Bearer realm="lyceum"'

  const details = refusal?.details?.length ? { details: refusal.details } : {}
  if (acceptsProblemJson(request.headers.get('accept'))) {
    headers['content-type'] = 'application/problem+json'
    const problem = {
      // The members of RFC 9457 keep their meaning where a refusal has a field with the same name.
      ...refusal?.extra,
      type: `urn:lyceum:refusal:${code.toLowerCase().replaceAll('_', '-')}`,
      title: titleOf(code),
      status,
      detail: message,
      code,
      requestId: context.requestId,
      ...details,
    }
    return new Response(JSON.stringify(problem), { status, headers })
  }
  headers['content-type'] = 'application/json; charset=utf-8'
  const error = { code, ...details, ...refusal?.extra, requestId: context.requestId }
  return new Response(JSON.stringify({ success: false, message, error }), { status, headers })
}

/** Requests do not know when an outage ends, so each of these logs at most a line per minute. */
const databaseOutage = new OutageLog('http')
const storageOutage = new OutageLog('http')
const timeouts = new OutageLog('http')
/** A full disk or a wrong key of a bucket is not repaired within a second. */
const STORAGE_RETRY_SECONDS = 10

/** Returns the refusal for an error, or undefined for an internal error. */
export function toRefusal(cause: unknown): Refusal | undefined {
  if (cause instanceof Refusal) return cause
  if (isTimeout(cause)) {
    timeouts.failed(cause, 'statement or lock timeout')
    return commonErrors.overloaded({ retryAfterSeconds: 1 })
  }
  if (isUnavailable(cause)) {
    databaseOutage.failed(cause, 'database unavailable')
    return commonErrors.database_unavailable({ retryAfterSeconds: 1 })
  }
  if (cause instanceof StorageError) {
    storageOutage.failed(cause, 'storage unavailable')
    return commonErrors.storage_unavailable({ retryAfterSeconds: STORAGE_RETRY_SECONDS })
  }
  return undefined
}

/** Returns true if the client accepts RFC 9457: named, and not with a weight of zero. */
function acceptsProblemJson(accept: string | null): boolean {
  if (accept === null) return false
  return accept
    .toLowerCase()
    .split(',')
    .map((range) => range.split(';').map((part) => part.trim()))
    .some(
      ([type, ...rest]) => type === 'application/problem+json' && !rest.some((part) => NO_WEIGHT.test(part)),
    )
}

/** `LESSON_LOCKED` is "Lesson locked". */
function titleOf(code: string): string {
  return code[0] + code.slice(1).toLowerCase().replaceAll('_', ' ')
}
