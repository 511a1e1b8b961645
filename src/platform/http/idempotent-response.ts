import type { AutocommitDb } from '../db/database.ts'
import { commonErrors } from '../errors.ts'
import { counter } from '../metrics.ts'
import type { Tx } from '../transaction/tx.ts'
import {
  claimKey,
  deleteKey,
  findResponse,
  type KeyedRequest,
  releaseKey,
  type StoredResponse,
  storeResponse,
} from './idempotency-keys.ts'
import { errorResponse, JSON_TYPE, jsonResponse, RenderedJson, type ResponseContext } from './response.ts'

/** Refusals that are temporary: the same key may be tried again. */
const RETRYABLE_STATUSES = [401, 423, 429]

const replays = counter('lyceum_idempotent_replays_total', 'Stored responses that were replayed', [])

/** Stores the text of a successful response in a transaction. */
export type StoreResponseText = (tx: Tx, status: number, text: string) => Promise<void>

/** How many new keys a client may use in a time. */
export interface KeyLimit {
  /** Throws `RATE_LIMITED` above the limit. */
  take(): void
  /** The request used no new key. */
  giveBack(): void
}

interface Idempotency {
  autocommitDb: AutocommitDb
  keyed: KeyedRequest
  keyLimit: KeyLimit
  lockNumber: number | undefined
}

/** Claims the key and runs the request, or replays the stored response. A new key counts towards the limit of keys. */
export async function respondIdempotently(
  { autocommitDb, keyed, keyLimit, lockNumber }: Idempotency,
  context: ResponseContext,
  request: Request,
  run: (storeText: StoreResponseText, isRetry: boolean) => Promise<Response>,
): Promise<Response> {
  try {
    keyLimit.take()
  } catch (error) {
    // Above the limit, stored responses are still replayed.
    const replayed = await replayResponse(autocommitDb, keyed, context, request)
    if (replayed) return replayed
    throw error
  }
  const claim = await claimKey(autocommitDb, keyed, lockNumber).catch((error) => {
    keyLimit.giveBack()
    throw error
  })
  if (!('claim' in claim) || claim.isRetry) keyLimit.giveBack()
  if (!('claim' in claim)) return renderReplay(claim, context, request)
  let isStored = false
  const storeText: StoreResponseText = async (tx, status, text) => {
    const stored = { status, contentType: JSON_TYPE['content-type'], body: text }
    // This run lost its claim: the error rolls its transaction back, because another run may do the work.
    if (!(await storeResponse(tx, keyed, claim, stored)))
      throw commonErrors.idempotency_in_progress({ retryAfterSeconds: 1 })
    // A rolled-back transaction has stored nothing, and its next run may end differently.
    tx.afterCommit(() => {
      isStored = true
    })
  }
  let response: Response
  try {
    response = await run(storeText, claim.isRetry)
  } catch (error) {
    response = errorResponse(error, context, request)
  }
  if (response.status >= 500) await releaseKey(autocommitDb, keyed, claim)
  // The result of a run before a retry is unknown, so after a retry only the same request may claim the key.
  else if (RETRYABLE_STATUSES.includes(response.status))
    await (claim.isRetry ? releaseKey : deleteKey)(autocommitDb, keyed, claim)
  else if (!(isStored && response.ok)) {
    const contentType = response.headers.get('content-type') ?? 'application/json'
    const body = await response.clone().text()
    await storeResponse(autocommitDb, keyed, claim, { status: response.status, contentType, body })
  }
  return response
}

/** Returns the stored response or undefined, for a caller that may get nothing else. */
export async function replayResponse(
  autocommitDb: AutocommitDb,
  keyed: KeyedRequest,
  context: ResponseContext,
  request: Request,
): Promise<Response | undefined> {
  const stored = await findResponse(autocommitDb, keyed)
  return stored && renderReplay(stored, context, request)
}

function renderReplay(stored: StoredResponse, context: ResponseContext, request: Request): Response {
  if (stored.isTooLarge) throw commonErrors.idempotency_response_not_stored()
  replays.inc()
  const headers = { ...context.headers, 'content-type': stored.contentType, 'idempotency-replayed': 'true' }
  return jsonResponse(new RenderedJson(stored.body), stored.status, { ...context, headers }, request)
}
