import { assert } from '../errors.ts'
import type { BuildResponse, Work } from '../transaction/run-transaction.ts'
import type { SharedGroup } from '../transaction/shared-writes.ts'
import type { Tx } from '../transaction/tx.ts'
import type { Write } from '../transaction/write.ts'
import type { RenderedJson } from './response.ts'

/**
 * The response of a request that may change something. Only `write` and `respondAfterCommit` of the request
 * create it, so a handler cannot forget to store its response.
 */
class WriteResponse<Data> {
  readonly data: Data
  readonly #json: RenderedJson
  constructor(data: Data, json: RenderedJson) {
    this.data = data
    this.#json = json
  }

  get json(): RenderedJson {
    return this.#json
  }
}

export type { WriteResponse }

/**
 * Runs the transaction of a request. What `work` returns, or what `build` returns after all event
 * handlers have run, is the response. The transaction stores it under the `Idempotency-Key` of the request, as
 * its last statement before the outbox rows: both commit or neither does.
 */
export interface RequestWrite {
  <Data>(work: Work<Data>): Promise<WriteResponse<Data>>
  <Result, Data>(work: Work<Result>, build: BuildResponse<Result, Data>): Promise<WriteResponse<Data>>
  /** Concurrent requests of the same group run in one transaction: see `Write.shared`. */
  shared<Data>(group: SharedGroup, work: Work<Data>): Promise<WriteResponse<Data>>
  shared<Result, Data>(
    group: SharedGroup,
    work: Work<Result>,
    build: BuildResponse<Result, Data>,
  ): Promise<WriteResponse<Data>>
}

/** What the request of an endpoint that may change something has in addition. */
export interface RequestWriter {
  write: RequestWrite
  /**
   * Responds without a transaction of the request; the response is stored after the handler has returned. A
   * process that dies before that stores nothing, and a retry runs the handler again. Only for operations
   * for which this is harmless: docs/idempotency.md lists each with its reason.
   */
  respondAfterCommit(): WriteResponse<undefined>
  respondAfterCommit<Data>(data: Data): WriteResponse<Data>
}

/** Creates `write` and `respondAfterCommit` of one request. A request has one response. */
export function createRequestWriter(
  write: Write,
  render: (data: unknown) => RenderedJson,
  /** Stores the response in the transaction; undefined for a request without an `Idempotency-Key`. */
  store: ((tx: Tx, json: RenderedJson) => Promise<void>) | undefined,
): RequestWriter {
  let hasResponse = false
  const requireNoResponse = () => assert(!hasResponse, 'the request already has a response')

  async function respond(
    run: (build: BuildResponse<unknown, WriteResponse<unknown>>) => Promise<WriteResponse<unknown>>,
    buildResponse: BuildResponse<unknown, unknown> | undefined,
  ): Promise<WriteResponse<unknown>> {
    requireNoResponse()
    const response = await run(async (tx, written) => {
      const data = buildResponse ? await buildResponse(tx, written) : written.result
      const json = render(data)
      await store?.(tx, json)
      return new WriteResponse(data, json)
    })
    hasResponse = true
    return response
  }

  const requestWrite = Object.assign(
    (work: Work<unknown>, buildResponse?: BuildResponse<unknown, unknown>) =>
      respond((build) => write.withEvents(work, build), buildResponse),
    {
      shared: (group: SharedGroup, work: Work<unknown>, buildResponse?: BuildResponse<unknown, unknown>) =>
        respond((build) => write.shared(group, work, build), buildResponse),
    },
  )

  function respondAfterCommit(data?: unknown): WriteResponse<unknown> {
    requireNoResponse()
    hasResponse = true
    return new WriteResponse(data, render(data))
  }

  return {
    write: requestWrite as RequestWrite,
    respondAfterCommit: respondAfterCommit as RequestWriter['respondAfterCommit'],
  }
}

/** Returns the rendered response of a handler; throws if the handler returned anything else. */
export function jsonOfResponse(result: unknown): RenderedJson {
  assert(
    result instanceof WriteResponse,
    'the handler returned a value that neither `write` nor `respondAfterCommit` created',
  )
  return result.json
}
