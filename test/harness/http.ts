import { expect } from 'bun:test'
import { createConnection } from 'node:net'
import { type Config, readConfig } from '../../src/platform/config/config.ts'
import type { AutocommitDb } from '../../src/platform/db/database.ts'
import { commonErrors } from '../../src/platform/errors.ts'
import type { Authenticate, Caller, Role } from '../../src/platform/http/caller.ts'
import type { Endpoint } from '../../src/platform/http/endpoint.ts'
import type { PlainRoute } from '../../src/platform/http/plain-route.ts'
import { TIME_LIMITS, type TimeLimits } from '../../src/platform/http/request-timeout.ts'
import { type HttpServer, startHttp } from '../../src/platform/http/server.ts'
import type { UploadLimits } from '../../src/platform/http/upload-memory.ts'
import type { SessionId, UserId } from '../../src/platform/ids.ts'
import { MemoryRateLimitStore } from '../../src/platform/rate-limits/memory-store.ts'
import type { RateLimitStore } from '../../src/platform/rate-limits/rate-limit.ts'
import { RateLimits } from '../../src/platform/rate-limits/rate-limits.ts'
import type { Write } from '../../src/platform/transaction/write.ts'

/**
 * Test tokens describe themselves: `<role>-<name>`, with `-<session>` for several sessions, or `expired`. The
 * sessions module issues real ones.
 */
export const authenticateByName: Authenticate = (token): Caller => {
  if (token === 'expired') throw commonErrors.token_expired()
  const [role, name, session = name] = token.split('-')
  if (!name) throw commonErrors.unauthenticated()
  return { userId: name as UserId, sessionId: `session of ${session}` as SessionId, role: role as Role }
}

/** For endpoints that use no database: throws on use. */
const noDatabase = (() => Promise.reject(new Error('this test has no database'))) as unknown as AutocommitDb
const noWrite: Write = Object.assign(() => noDatabase`` as never, {
  withEvents: () => noDatabase`` as never,
  shared: () => noDatabase`` as never,
})

interface TestHttpOptions {
  environment?: Record<string, string>
  autocommitDb?: AutocommitDb
  /** For endpoints that use the `write` of the request. */
  write?: Write
  strict?: RateLimitStore
  plainRoutes?: PlainRoute[]
  timeLimits?: Partial<TimeLimits>
  uploadLimits?: UploadLimits
}

export interface TestHttp extends HttpServer {
  config: Config
  ask(path: string, init?: RequestInit): Promise<TestResponse>
  /** A JSON body with its header. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<TestResponse>
}

export interface TestResponse {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape.
  json: any
}

/** A real server on a free port with the endpoints of a test under their own paths. */
export function startTestHttp(endpoints: Endpoint[], options: TestHttpOptions = {}): TestHttp {
  const config = readConfig({ LYCEUM_ENV: 'test', PORT: '0', ...options.environment })
  const limits = new RateLimits({ ...config.limits, strict: options.strict ?? new MemoryRateLimitStore() })
  const server = startHttp({
    config,
    autocommitDb: options.autocommitDb ?? noDatabase,
    write: options.write ?? noWrite,
    rateLimits: limits,
    authenticate: authenticateByName,
    endpoints: endpoints.map((endpoint) => ({ endpoint, path: endpoint.path })),
    plainRoutes: options.plainRoutes ?? [],
    timeLimits: { ...TIME_LIMITS, ...options.timeLimits },
    ...(options.uploadLimits ? { uploadLimits: options.uploadLimits } : {}),
  })
  const ask = async (path: string, init?: RequestInit) =>
    toTestResponse(await fetch(`${server.url}${path}`, init))
  return {
    ...server,
    config,
    ask,
    post: (path, body, headers) =>
      ask(path, {
        method: 'POST',
        body: typeof body === 'string' ? body : JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...headers },
      }),
  }
}

async function toTestResponse(response: Response): Promise<TestResponse> {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') && text !== ''
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isJson ? JSON.parse(text) : undefined,
  }
}

/** Asserts the format of a refusal: a message, its code, the request id, and no caching. */
export function expectRefusal(response: TestResponse, status: number, code: string): void {
  expect({ status: response.status, code: response.json?.error?.code }).toEqual({ status, code })
  expect(response.json).toEqual({
    success: false,
    message: expect.stringMatching(/^[A-Z].*\.$/),
    error: expect.objectContaining({ code, requestId: response.headers.get('x-request-id') }),
  })
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('no-store')
}

/** Sends raw bytes, because `fetch` corrects many malformed requests. */
export class RawConnection {
  readonly #socket
  #received = ''
  #isClosed = false
  readonly closed: Promise<void>

  constructor(port: number) {
    this.#socket = createConnection(port, '127.0.0.1')
    this.#socket.setEncoding('latin1')
    this.#socket.on('data', (text) => {
      this.#received += text
    })
    this.#socket.on('error', () => undefined)
    this.closed = new Promise((resolve) =>
      this.#socket.on('close', () => {
        this.#isClosed = true
        resolve()
      }),
    )
  }

  send(bytes: string | Uint8Array): void {
    this.#socket.write(bytes)
  }

  /**
   * Waits for one complete response with a content length, and removes it from the buffer. HEAD has no body.
   * Fails when the connection is closed.
   */
  async readResponse(limitMs = 150_000, isHead = false): Promise<TestResponse> {
    const deadline = performance.now() + limitMs
    for (;;) {
      const end = this.#received.indexOf('\r\n\r\n')
      if (end >= 0) {
        const [first, ...lines] = this.#received.slice(0, end).split('\r\n')
        const headers = new Headers(lines.map((line) => line.split(/:\s*/, 2) as [string, string]))
        const length = isHead ? 0 : Number(headers.get('content-length') ?? 0)
        const text = this.#received.slice(end + 4, end + 4 + length)
        if (text.length === length) {
          this.#received = this.#received.slice(end + 4 + length)
          const isJson = headers.get('content-type')?.includes('json') && text !== ''
          return {
            status: Number(first!.split(' ')[1]),
            headers,
            text,
            json: isJson ? JSON.parse(text) : undefined,
          }
        }
      }
      if (this.#isClosed || performance.now() > deadline)
        throw new Error(`no whole answer came, but: ${this.#received}`)
      await Bun.sleep(2)
    }
  }

  end(): void {
    this.#socket.destroy()
  }
}

/** Sends one request of raw bytes on its own connection. */
export async function requestRaw(
  port: number,
  lines: string[],
  body: string | Uint8Array = '',
): Promise<TestResponse> {
  const connection = new RawConnection(port)
  try {
    connection.send(`${lines.join('\r\n')}\r\n\r\n`)
    if (body.length > 0) connection.send(body)
    return await connection.readResponse(undefined, lines[0]!.startsWith('HEAD '))
  } finally {
    connection.end()
  }
}
