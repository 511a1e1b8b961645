import { LyceumError } from './lyceum-error.ts'

/** A frame that answers a sent frame by its id. */
interface ReplyFrame {
  type: string
  id?: string
  data: object
}

interface PendingReply {
  resolve: () => void
  reject: (error: LyceumError) => void
  timer: ReturnType<typeof setTimeout> | undefined
}

/** The service answers within milliseconds; a message between its processes can be lost. */
const REPLY_TIMEOUT_MS = 15_000

/** The frames that were sent, or wait to be sent, and have no answer. */
export class LiveReplies {
  readonly #pending = new Map<string, PendingReply>()
  #count = 0

  newId(): string {
    return String(++this.#count)
  }

  /** Resolves with `ack`, rejects with `error`. A program that ignores the result is not stopped by a rejection. */
  wait(id: string): Promise<void> {
    const reply = new Promise<void>((resolve, reject) => {
      this.#pending.set(id, { resolve, reject, timer: undefined })
    })
    reply.catch(() => undefined)
    return reply
  }

  /** The frame was sent: its answer is due. */
  onSent(id: string): void {
    const pending = this.#pending.get(id)
    if (!pending) return
    const error = new LyceumError('TIMED_OUT', `There was no answer in ${REPLY_TIMEOUT_MS} ms.`, {
      status: 0,
    })
    pending.timer = setTimeout(() => this.reject(id, error), REPLY_TIMEOUT_MS)
  }

  onFrame({ type, id, data }: ReplyFrame): void {
    if (id === undefined) return
    if (type === 'ack') this.#take(id)?.resolve()
    if (type === 'error') this.#take(id)?.reject(errorOf(data as Record<string, unknown>))
  }

  /** The connection is lost: what was sent may or may not have been processed. */
  rejectSent(): void {
    const error = new LyceumError('UNREACHABLE', 'The connection was lost before the service answered.', {
      status: 0,
    })
    for (const [id, { timer }] of [...this.#pending]) if (timer) this.reject(id, error)
  }

  reject(id: string, error: LyceumError): void {
    this.#take(id)?.reject(error)
  }

  rejectAll(error: LyceumError): void {
    for (const id of [...this.#pending.keys()]) this.reject(id, error)
  }

  #take(id: string): PendingReply | undefined {
    const pending = this.#pending.get(id)
    this.#pending.delete(id)
    clearTimeout(pending?.timer)
    return pending
  }
}

/** The refusal of a frame. Its fields are those of the HTTP API. */
function errorOf(data: Record<string, unknown>): LyceumError {
  const { code, message, replyTo: _, details, requestId, retryAfterSeconds, ...extra } = data
  return new LyceumError(code as string, message as string, {
    status: 0,
    details: details as { field: string; message: string }[] | undefined,
    requestId: requestId as string | undefined,
    retryAfterSeconds: retryAfterSeconds as number | undefined,
    extra,
  })
}
