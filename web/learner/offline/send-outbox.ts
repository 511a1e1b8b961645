import { deleteEvent, listEvents, type OutboxEvent, updateEvent } from './outbox-store.ts'

/** A request that the service has answered. Without an answer, the sender throws. */
export interface SendResult {
  status: number
  code?: string
  message?: string
  data?: unknown
}

export interface OutboxRequest {
  /** Below `/api/v2`. */
  path: string
  body: Record<string, unknown>
  idempotencyKey: string
}

export type SendRequest = (request: OutboxRequest) => Promise<SendResult>

/** What became of an event. */
export type Settled = { event: OutboxEvent } & ({ data: unknown } | { refusal: SendResult })

/** The service accepts activities of the last 48 hours; a minute is left for the way. */
const DATED_MS = 48 * 3_600_000 - 60_000
/** The same request may succeed later. */
const TEMPORARY = [401, 408, 423, 425, 429]
const LOCK = 'lyceum.outbox'

/**
 * Sends the events of a user in their order, until one gets no final answer. Returns whether all have one. One tab or the
 * service worker sends at a time; the idempotency keys make a repeated request count once anyway.
 */
export function sendOutbox(
  userId: string,
  send: SendRequest,
  onSettled: (settled: Settled) => void = () => undefined,
): Promise<boolean> {
  const work = async () => {
    for (;;) {
      const event = (await listEvents(userId)).find(({ refusal }) => refusal === undefined)
      if (!event) return true
      const settled = await sendEvent(event, send).catch(() => undefined)
      if (!settled) return false
      onSettled(settled)
    }
  }
  // Pages without https have no locks.
  return navigator.locks ? navigator.locks.request(LOCK, work) : work()
}

/** Returns undefined if the event must wait. */
async function sendEvent(event: OutboxEvent, send: SendRequest): Promise<Settled | undefined> {
  const result = await send(requestOf(event, Date.now()))
  if (result.status < 300) {
    await deleteEvent(event.id)
    return { event, data: result.data }
  }
  if (isTemporary(result)) return undefined
  if (result.code?.startsWith('OCCURRED_') && !event.isUndated) {
    const undated = { ...event, isUndated: true }
    await updateEvent(undated)
    return sendEvent(undated, send)
  }
  if (isDropped(event, result)) {
    await deleteEvent(event.id)
    return { event, refusal: result }
  }
  await updateEvent({ ...event, refusal: result.message ?? result.code ?? String(result.status) })
  return { event, refusal: result }
}

/** Without a time the body is another one, so the key is another one too. A lesson and a review count once in any case. */
export function requestOf(event: OutboxEvent, nowMs: number): OutboxRequest {
  const { body, occurredAt, idempotencyKey } = event
  const isDated = !event.isUndated && nowMs - Date.parse(occurredAt) <= DATED_MS
  return {
    path: pathOf(event),
    body: isDated ? { ...body, occurredAt } : body,
    idempotencyKey: isDated ? idempotencyKey : `${idempotencyKey}.undated`,
  }
}

function pathOf(event: OutboxEvent): string {
  if (event.kind === 'review') return `/review/cards/${event.cardId}/answers`
  return `/user-lessons/${event.lessonId}/${event.kind === 'answer' ? 'answers' : 'complete'}`
}

/**
 * Another device or tab has answered or suspended the card, or it was deleted. The answer is dropped: there is nothing that the
 * learner could do about it.
 */
function isDropped({ kind }: OutboxEvent, { status, code }: SendResult): boolean {
  return kind === 'review' && (status === 404 || status === 409) && code?.startsWith('REVIEW_') === true
}

function isTemporary({ status, code }: SendResult): boolean {
  return status >= 500 || TEMPORARY.includes(status) || code === 'IDEMPOTENCY_IN_PROGRESS'
}
