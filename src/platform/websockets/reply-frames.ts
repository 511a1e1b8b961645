import { countRefusal, INTERNAL_ERROR_BODY, toRefusal } from '../http/response.ts'
import { log } from '../log.ts'
import type { OutFrame } from './connection.ts'

interface Answered {
  /** The type of the client's frame. */
  replyTo: string
  /** The client's id of the frame, if it has one. */
  id: string | undefined
}

/** The reply to a frame with an id that was processed. */
export function ackFrame({ replyTo, id }: Answered & { id: string }): OutFrame {
  return { type: 'ack', id, data: { replyTo } }
}

/**
 * The reply to a frame that was refused or failed: code, message and further fields are those of the HTTP API. An
 * internal error is logged and has no details.
 */
export function errorFrame(
  error: unknown,
  { replyTo, id, requestId }: Answered & { requestId: string },
): OutFrame {
  const refusal = toRefusal(error)
  const { code, message } = refusal ?? INTERNAL_ERROR_BODY
  countRefusal(code)
  if (!refusal) log.error({ error, frame: replyTo }, 'websocket: frame handler failed')
  const data = {
    code,
    message,
    replyTo,
    ...(refusal?.details?.length ? { details: refusal.details } : {}),
    ...refusal?.extra,
    ...(refusal?.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: refusal.retryAfterSeconds }),
    requestId,
  }
  return { type: 'error', data, ...(id === undefined ? {} : { id }) }
}
