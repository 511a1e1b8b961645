import { now } from '../clock.ts'
import type { RequestBody } from './body.ts'
import type { Caller } from './caller.ts'
import type { RequestWriter } from './request-write.ts'

const NO_FILES: ReadonlyMap<string, File[]> = new Map()
const NO_BYTES = new Uint8Array()

/** The input of a handler. Rarely used fields are computed on access. */
export class RequestContext {
  readonly #addressOf: (request: Request) => string
  readonly #request: Request
  readonly caller: Caller | undefined
  readonly params: unknown
  readonly query: unknown
  readonly headers: Record<string, string>
  readonly body: unknown
  readonly rawBody: Uint8Array
  readonly files: ReadonlyMap<string, File[]>
  readonly write: RequestWriter['write'] | undefined
  readonly respondAfterCommit: RequestWriter['respondAfterCommit'] | undefined
  readonly isRetry: boolean
  readonly now = now()

  constructor(
    addressOf: (request: Request) => string,
    request: Request,
    caller: Caller | undefined,
    input: { params: unknown; query: unknown; headers: Record<string, string>; body: unknown },
    received: RequestBody | undefined,
    writer: RequestWriter | undefined,
    isRetry: boolean,
  ) {
    this.#addressOf = addressOf
    this.write = writer?.write
    this.respondAfterCommit = writer?.respondAfterCommit
    this.isRetry = isRetry
    this.#request = request
    this.caller = caller
    this.params = input.params
    this.query = input.query
    this.headers = input.headers
    this.body = input.body
    this.rawBody = received?.bytes ?? NO_BYTES
    this.files = received?.files ?? NO_FILES
  }

  get address(): string {
    return this.#addressOf(this.#request)
  }

  /** Aborted when the client closes the connection. */
  get signal(): AbortSignal {
    return this.#request.signal
  }

  get userAgent(): string | undefined {
    return this.#request.headers.get('user-agent')?.slice(0, 300)
  }

  get acceptLanguage(): string | undefined {
    return this.#request.headers.get('accept-language') ?? undefined
  }
}
