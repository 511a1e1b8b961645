import type { Db } from '../db/database.ts'
import { type AnswerContext, faultAnswer, jsonAnswer } from './answer.ts'
import { claimKey, type KeyedRequest, keepAnswer, releaseKey } from './idempotency.ts'

/** Refusals that pass by themselves: the same key may be tried again. */
const PASSING = [401, 423, 429]

/** Runs the request for the first time under its key, or gives the first answer again. */
export async function answerOnce(
  db: Db,
  keyed: KeyedRequest,
  answer: AnswerContext,
  request: Request,
  run: () => Promise<Response>,
  owner?: number,
): Promise<Response> {
  const earlier = await claimKey(db, keyed, owner)
  if (earlier !== 'first') {
    const headers = { ...answer.headers, 'content-type': earlier.contentType, 'idempotency-replayed': 'true' }
    return jsonAnswer(earlier.body, earlier.status, { ...answer, headers }, request)
  }
  let response: Response
  try {
    response = await run()
  } catch (fault) {
    response = faultAnswer(fault, answer, request)
  }
  if (response.status >= 500 || PASSING.includes(response.status)) await releaseKey(db, keyed)
  else {
    const contentType = response.headers.get('content-type') ?? 'application/json'
    await keepAnswer(db, keyed, { status: response.status, contentType, body: await response.clone().text() })
  }
  return response
}
