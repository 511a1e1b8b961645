import type { Db } from '../db/database.ts'
import { refusals } from '../errors.ts'
import { counter } from '../metrics.ts'
import type { Tx } from '../tx.ts'
import { type AnswerContext, faultAnswer, JSON_TYPE, jsonAnswer, RenderedJson } from './answer.ts'
import {
  claimKey,
  findAnswer,
  forgetKey,
  type KeyedRequest,
  keepAnswer,
  releaseKey,
  type StoredAnswer,
} from './idempotency.ts'

/** Refusals that pass by themselves: the same key may be tried again. */
const PASSING = [401, 423, 429]

const replays = counter('lyceum_idempotent_replays_total', 'First answers that were given again', [])

/** Keeps the text of a good answer with what a transaction does. */
export type KeepText = (tx: Tx, status: number, text: string) => Promise<void>

/** Runs the request for the first time under its key, or gives the first answer again. */
export async function answerOnce(
  db: Db,
  keyed: KeyedRequest,
  answer: AnswerContext,
  request: Request,
  run: (keepText: KeepText, goesOn: boolean) => Promise<Response>,
  owner?: number,
): Promise<Response> {
  const claim = await claimKey(db, keyed, owner)
  if (!('claim' in claim)) return giveAgain(claim, answer, request)
  let isKept = false
  const keepText: KeepText = async (tx, status, text) => {
    const kept = { status, contentType: JSON_TYPE['content-type'], body: text }
    // Who is late, and has lost the key to another run, must not do the work beside it.
    if (!(await keepAnswer(tx, keyed, claim, kept)))
      throw refusals.idempotency_in_progress({ retryAfterSeconds: 1 })
    // A transaction that was rolled back has kept nothing, and run again it may come to another end.
    tx.afterCommit(() => {
      isKept = true
    })
  }
  let response: Response
  try {
    response = await run(keepText, claim.goesOn)
  } catch (fault) {
    response = faultAnswer(fault, answer, request)
  }
  if (response.status >= 500) await releaseKey(db, keyed, claim)
  // What an earlier run of the same request came to is still to be found out, and by no other request.
  else if (PASSING.includes(response.status)) await (claim.goesOn ? releaseKey : forgetKey)(db, keyed, claim)
  else if (!(isKept && response.ok)) {
    const contentType = response.headers.get('content-type') ?? 'application/json'
    const body = await response.clone().text()
    await keepAnswer(db, keyed, claim, { status: response.status, contentType, body })
  }
  return response
}

/** The first answer again, or undefined: for whoever may get that and nothing else. */
export async function answerAgain(
  db: Db,
  keyed: KeyedRequest,
  answer: AnswerContext,
  request: Request,
): Promise<Response | undefined> {
  const earlier = await findAnswer(db, keyed)
  return earlier && giveAgain(earlier, answer, request)
}

function giveAgain(earlier: StoredAnswer, answer: AnswerContext, request: Request): Response {
  replays.inc()
  const headers = { ...answer.headers, 'content-type': earlier.contentType, 'idempotency-replayed': 'true' }
  return jsonAnswer(new RenderedJson(earlier.body), earlier.status, { ...answer, headers }, request)
}
