import { LyceumError, parsed, refusalOf } from './lyceum-error.ts'

export interface HttpRequest {
  url: string
  method: string
  headers: Record<string, string>
  body?: string | FormData
  signal?: AbortSignal | undefined
  keepalive?: boolean
  /** Instead of the one of the transport. */
  timeoutMs?: number
}

/** The global `fetch`, without the extensions of single runtimes. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

export interface Transport {
  fetch: Fetch
  timeoutMs: number
  /** The maximum number of retries of a request. */
  retries: number
  /** The client does not wait longer than this: it throws the refusal with `retryAfterSeconds`. */
  longestWaitMs: number
}

const FIRST_WAIT_MS = 250
const UNREACHABLE =
  'The service cannot be reached. A page on another origin must be listed in its CORS_ORIGINS.'
/** Statuses of a load balancer or service that is busy or restarting. The request was not processed. */
const RETRYABLE_STATUSES = [429, 502, 503, 504]

/** Sends a request until the response is final, and returns its body. */
export async function sendWithRetries(transport: Transport, request: HttpRequest): Promise<unknown> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await sendOnce(transport, request)
    } catch (error) {
      if (attempt >= transport.retries || !(error instanceof LyceumError) || !isRetryable(error)) throw error
      const waitMs = waitBefore(attempt, error)
      if (waitMs > transport.longestWaitMs) throw error
      await pause(waitMs, request.signal)
    }
  }
}

function isRetryable({ status, code }: LyceumError): boolean {
  return status === 0 || RETRYABLE_STATUSES.includes(status) || code === 'IDEMPOTENCY_IN_PROGRESS'
}

/** Waits for `Retry-After`, or with exponential backoff and jitter. */
function waitBefore(attempt: number, { retryAfterSeconds }: LyceumError): number {
  const requestedMs = (retryAfterSeconds ?? 0) * 1000
  return requestedMs + FIRST_WAIT_MS * 2 ** attempt * (0.5 + Math.random() / 2)
}

async function sendOnce({ fetch, timeoutMs: usualMs }: Transport, request: HttpRequest): Promise<unknown> {
  const { url, signal, timeoutMs = usualMs, ...init } = request
  signal?.throwIfAborted()
  const controller = new AbortController()
  const abort = () => controller.abort()
  signal?.addEventListener('abort', abort)
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    abort()
  }, timeoutMs)
  try {
    const response = await fetch(url, { ...init, signal: controller.signal })
    const text = await response.text()
    if (!response.ok) throw refusalOf(response, text)
    const body = parsed(text)
    if (body === undefined) throw refusalOf(response, text)
    return body
  } catch (error) {
    if (error instanceof LyceumError) throw error
    signal?.throwIfAborted()
    throw isLate
      ? new LyceumError('TIMED_OUT', `There was no answer in ${timeoutMs} ms.`, { status: 0, cause: error })
      : new LyceumError('UNREACHABLE', UNREACHABLE, { status: 0, cause: error })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(done, ms)
    signal?.addEventListener('abort', done)
    function done(): void {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      if (signal?.aborted) reject(signal.reason)
      else resolve()
    }
  })
}

/** The key only needs to be unique: React Native and pages without TLS have no `crypto.randomUUID`. */
export function newKey(): string {
  const { crypto } = globalThis
  if (typeof crypto?.randomUUID === 'function') return crypto.randomUUID()
  const part = () => Math.random().toString(36).slice(2, 12)
  return `${Date.now().toString(36)}-${part()}-${part()}`
}
