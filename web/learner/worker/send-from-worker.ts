import { type SendRequest, type SendResult, sendOutbox } from '../offline/send-outbox.ts'
import type { WorkerScope } from './worker-types.ts'

interface Session {
  accessToken: string
  user: { id: string }
}

/** Sends the outbox when the browser is online again. An open page does it itself and shows the results. */
export async function sendFromWorker(worker: WorkerScope): Promise<void> {
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (windows.length > 0) {
    for (const window of windows) window.postMessage({ type: 'flush' })
    return
  }
  const session = await openSession()
  if (!session) return
  const isDone = await sendOutbox(session.user.id, senderOf(session))
  // The browser tries a failed sync again later.
  if (!isDone) throw new Error('The outbox is not empty.')
}

/** The cookie opens the session; two requests with one cookie get the same pair of tokens. */
async function openSession(): Promise<Session | undefined> {
  const response = await fetch('/web/session/refresh', { method: 'POST' })
  if (response.status >= 500) throw new Error('The service is not available.')
  return response.ok ? ((await response.json()) as { data: Session }).data : undefined
}

const senderOf =
  ({ accessToken }: Session): SendRequest =>
  async ({ path, body, idempotencyKey }): Promise<SendResult> => {
    const response = await fetch(`/api/v2${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${accessToken}`,
        'idempotency-key': idempotencyKey,
      },
      body: JSON.stringify(body),
    })
    const answer = await response.json()
    return {
      status: response.status,
      data: answer.data,
      code: answer.error?.code,
      message: answer.message,
    }
  }
