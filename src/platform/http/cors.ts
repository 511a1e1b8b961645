const METHODS = 'GET, POST, PUT, PATCH, DELETE, OPTIONS'
const REQUEST_HEADERS =
  'authorization, content-type, idempotency-key, if-match, if-none-match, x-request-id, x-pin-token'
const EXPOSED_HEADERS =
  'etag, idempotency-replayed, ratelimit, ratelimit-policy, retry-after, x-request-id, content-disposition'

/** Pages on the own machine, on any port. */
const LOOPBACK = /^https?:\/\/(?:localhost|127\.0\.0\.1)(?::\d{1,5})?$/

/** Browsers of these origins may call the API. Credentials are sent in a header, never in a cookie. */
export class Cors {
  readonly #origins: Set<string>
  readonly #any: boolean
  readonly #allowsLoopback: boolean

  constructor(origins: string[], { allowsLoopback }: { allowsLoopback: boolean }) {
    this.#origins = new Set(origins)
    this.#any = this.#origins.has('*')
    this.#allowsLoopback = allowsLoopback
  }

  #isAllowed(origin: string): boolean {
    return this.#any || this.#origins.has(origin) || (this.#allowsLoopback && LOOPBACK.test(origin))
  }

  headersFor(request: Request): Record<string, string> {
    const origin = request.headers.get('origin')
    if (origin === null || !this.#isAllowed(origin)) return {}
    return {
      'access-control-allow-origin': this.#any ? '*' : origin,
      'access-control-expose-headers': EXPOSED_HEADERS,
      vary: 'origin',
    }
  }

  /**
   * Returns true if a page of the request's origin may open a WebSocket: browsers send no preflight for it.
   */
  allows(request: Request): boolean {
    const origin = request.headers.get('origin')
    if (origin === null || this.#isAllowed(origin)) return true
    return URL.parse(origin)?.host === request.headers.get('host')
  }

  preflightHeaders(request: Request): Record<string, string> {
    const headers = this.headersFor(request)
    if (!headers['access-control-allow-origin']) return {}
    return {
      ...headers,
      'access-control-allow-methods': METHODS,
      'access-control-allow-headers': REQUEST_HEADERS,
      'access-control-max-age': '600',
    }
  }
}
