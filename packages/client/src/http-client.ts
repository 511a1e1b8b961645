import { type Fetch, type HttpRequest, newKey, sendWithRetries, type Transport } from './attempt.ts'
import type { CookieSignedIn, SessionEvents } from './cookie-session.ts'
import { OPEN_OPERATIONS, type Operations, SIGN_IN_OPERATIONS, type SignedIn } from './generated.ts'
import type { LiveDeps, LiveSocket } from './live.ts'
import { LyceumError } from './lyceum-error.ts'
import type { RequestHooks } from './request-hooks.ts'
import type { ClientSession, Session } from './session.ts'
import type { TokenStorage } from './tokens.ts'
import type { OnUploadProgress } from './upload-progress.ts'

export interface LyceumOptions {
  /** The base URL of the service, without `/api/v2`. */
  url: string
  /** The storage of the tokens; by default they are in memory. */
  storage?: TokenStorage
  /**
   * For pages of the service itself: the refresh token is in a cookie that no script can read, the access
   * token in memory. `storage` is not used then.
   */
  cookieSession?: true
  /** Called with the user whenever the service returns the signed-in user; only with `cookieSession`. */
  onUser?: SessionEvents['onUser']
  /** Called when another tab has signed in: with `cookieSession`, or with tokens in `localStorage`. */
  onOtherTab?: () => void
  /** Called when a session ends without a sign-out by this program: it is over, or another tab signed out. */
  onSignedOut?: () => void
  fetch?: Fetch
  /** Called around every attempt of a request. */
  hooks?: RequestHooks
  /** For runtimes without a global `WebSocket`, such as Node before 22. */
  WebSocket?: LiveSocket
  timeoutMs?: number
  retries?: number
  longestWaitMs?: number
}

interface CallOptions {
  /** By default a new one for each call; retries use the same key. */
  idempotencyKey?: string
  headers?: Record<string, string>
  signal?: AbortSignal
  /** For an operation that takes longer than others; otherwise the `timeoutMs` of the client. */
  timeoutMs?: number
  /** The browser sends the request also if the page is closed meanwhile. For small bodies (64 KB). */
  keepalive?: boolean
  /** Called while a `FormData` is sent. */
  onUploadProgress?: OnUploadProgress
}

export type Operation = keyof Operations
export type Answer<O extends Operation> = Operations[O]['answer']
/** The input of an operation: `path`, `query` and `body`, if it has them. */
export type Given<O extends Operation> = Omit<Operations[O], 'answer'> & CallOptions

export type GivenArguments<O extends Operation> =
  Record<never, never> extends Given<O> ? [given?: Given<O>] : [given: Given<O>]

interface AnyGiven extends CallOptions {
  path?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

const SIGN_OUT_OPERATIONS = ['POST /auth/logout', 'POST /auth/logout-all', 'DELETE /user/account']
const RENEWABLE_CODES = ['TOKEN_EXPIRED', 'UNAUTHENTICATED']

/** How a session exchanges its refresh token for new tokens. */
export interface Refreshes {
  byToken: ConstructorParameters<typeof Session>[1]
  byCookie: () => Promise<CookieSignedIn>
}

/** Creates the session of a client: a page of the service needs only the code of the cookie session. */
export type CreateSession = (refreshes: Refreshes) => ClientSession

/** Calls the HTTP API for one user. */
export class HttpClient {
  readonly #options: LyceumOptions
  readonly #transport: Transport
  readonly #session: ClientSession

  constructor(options: LyceumOptions, createSession: CreateSession) {
    this.#options = options
    this.#transport = {
      // Browsers throw if `fetch` is called as a method of another object.
      fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
      timeoutMs: options.timeoutMs ?? 30_000,
      retries: options.retries ?? 4,
      longestWaitMs: options.longestWaitMs ?? 20_000,
    }
    this.#session = createSession({
      byToken: async (refreshToken, idempotencyKey) =>
        (await this.call('POST /auth/refresh', { body: { refreshToken }, idempotencyKey })).data,
      byCookie: () => this.#refreshByCookie(),
    })
  }

  /**
   * Calls an endpoint by its name in the API document: `call('GET /course/{id}', { path: { id } })`. Returns
   * the documented response and throws every other one as a `LyceumError`. Stores the tokens after a sign-in
   * and deletes them after a sign-out.
   */
  async call<O extends Operation>(operation: O, ...[given]: GivenArguments<O>): Promise<Answer<O>> {
    const request = this.#requestOf(operation, (given ?? {}) as AnyGiven)
    const answer = OPEN_OPERATIONS.has(operation)
      ? await sendWithRetries(this.#transport, request)
      : await this.#sendAsUser(request)
    // The session stores the result of a refresh, unless it has changed since.
    if (SIGN_IN_OPERATIONS.has(operation) && operation !== 'POST /auth/refresh')
      await this.#session.store((answer as { data: SignedIn }).data)
    if (SIGN_OUT_OPERATIONS.includes(operation)) await this.#session.clear()
    return answer as Answer<O>
  }

  /** Whether this device has a session. */
  async isSignedIn(): Promise<boolean> {
    return (await this.#session.accessToken()) !== undefined
  }

  /** The address, the socket and the session of a live channel of this user. */
  liveDeps(): LiveDeps {
    const socket = this.#options.WebSocket ?? (globalThis.WebSocket as LiveSocket | undefined)
    if (!socket) throw new Error('This runtime has no WebSocket. Hand one in: createLyceum({ WebSocket }).')
    const url = `${this.#options.url.replace(/^http/, 'ws').replace(/\/$/, '')}/api/v2/quiz-battles/ws`
    return { url, socket, session: this.#session }
  }

  async #refreshByCookie(): Promise<CookieSignedIn> {
    const request = this.#requestOf('POST /auth/refresh', {})
    return ((await sendWithRetries(this.#transport, request)) as { data: CookieSignedIn }).data
  }

  /**
   * The path of an operation. In a browser session, operations that open or end a session use a variant that
   * sets the cookie.
   */
  #pathOf(operation: string, filled: string): string {
    if (filled.startsWith('//')) return filled.slice(1)
    const isOfSession = SIGN_IN_OPERATIONS.has(operation) || operation.startsWith('POST /auth/logout')
    if (this.#options.cookieSession && isOfSession) return filled.replace('/auth/', '/web/session/')
    return `/api/v2${filled}`
  }

  #requestOf(operation: string, given: AnyGiven): HttpRequest {
    const [method, template] = operation.split(' ') as [string, string]
    const { path = {}, query = {}, body, headers = {}, signal, keepalive, timeoutMs, idempotencyKey } = given
    const filled = template.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(path[name])))
    const pairs = Object.entries(query)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
    const isForm = typeof FormData !== 'undefined' && body instanceof FormData
    return {
      url: `${this.#options.url.replace(/\/$/, '')}${this.#pathOf(operation, filled)}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`,
      method,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && !isForm ? { 'content-type': 'application/json' } : {}),
        ...(method === 'GET' ? {} : { 'idempotency-key': idempotencyKey ?? newKey() }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isForm ? (body as FormData) : JSON.stringify(body) }),
      ...(keepalive ? { keepalive } : {}),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      signal,
    }
  }

  /** Sends the request with the current access token; retries once with a new token if it has expired. */
  async #sendAsUser(request: HttpRequest): Promise<unknown> {
    const token = await this.#session.accessToken()
    try {
      return await this.#sendWith(token, request)
    } catch (error) {
      if (!token || !(error instanceof LyceumError) || !RENEWABLE_CODES.includes(error.code)) throw error
      const renewed = await this.#session.renewed(token)
      if (renewed) return this.#sendWith(renewed, request)
      throw new LyceumError('SIGNED_OUT', 'The session is over. Sign in again.', {
        status: error.status,
        requestId: error.requestId,
        cause: error,
      })
    }
  }

  #sendWith(token: string | undefined, request: HttpRequest): Promise<unknown> {
    const headers = token ? { authorization: `Bearer ${token}`, ...request.headers } : request.headers
    return sendWithRetries(this.#transport, { ...request, headers })
  }
}
