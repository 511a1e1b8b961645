import type { Db } from '../db/database.ts'
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

/** Refusals that pass by themselves: the same key may be tried again. */
const RETRYABLE_STATUSES = [401, 423, 429]

const replays = counter('lyceum_idempotent_replays_total', 'First answers that were given again', [])

/** Keeps the text of a good answer with what a transaction does. */
export type StoreResponseText = (tx: Tx, status: number, text: string) => Promise<void>

/** Runs the request for the first time under its key, or gives the first answer again. */
export async function respondIdempotently(
  db: Db,
  keyed: KeyedRequest,
  context: ResponseContext,
  request: Request,
  run: (storeText: StoreResponseText, isRetry: boolean) => Promise<Response>,
  lockNumber?: number,
): Promise<Response> {
  const claim = await claimKey(db, keyed, lockNumber)
  if (!('claim' in claim)) return renderReplay(claim, context, request)
  let isStored = false
  const storeText: StoreResponseText = async (tx, status, text) => {
    const stored = { status, contentType: JSON_TYPE['content-type'], body: text }
    // Who is late, and has lost the key to another run, must not do the work beside it.
    if (!(await storeResponse(tx, keyed, claim, stored)))
      throw commonErrors.idempotency_in_progress({ retryAfterSeconds: 1 })
    // A transaction that was rolled back has kept nothing, and run again it may come to another end.
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
  if (response.status >= 500) await releaseKey(db, keyed, claim)
  // What an earlier run of the same request came to is still to be found out, and by no other request.
  else if (RETRYABLE_STATUSES.includes(response.status))
    await (claim.isRetry ? releaseKey : deleteKey)(db, keyed, claim)
  else if (!(isStored && response.ok)) {
    const contentType = response.headers.get('content-type') ?? 'application/json'
    const body = await response.clone().text()
    await storeResponse(db, keyed, claim, { status: response.status, contentType, body })
  }
  return response
}

/** The first answer again, or undefined: for whoever may get that and nothing else. */
export async function replayResponse(
  db: Db,
  keyed: KeyedRequest,
  context: ResponseContext,
  request: Request,
): Promise<Response | undefined> {
  const stored = await findResponse(db, keyed)
  return stored && renderReplay(stored, context, request)
}

function renderReplay(stored: StoredResponse, context: ResponseContext, request: Request): Response {
  replays.inc()
  const headers = { ...context.headers, 'content-type': stored.contentType, 'idempotency-replayed': 'true' }
  return jsonResponse(new RenderedJson(stored.body), stored.status, { ...context, headers }, request)
}
