import type { Api } from '../../../packages/client/src/lyceum.ts'
import { LyceumError } from '../../../packages/client/src/lyceum-error.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { sessionStore } from '../../ui/session/session-store.ts'
import { applyResult } from '../lesson/apply-result.ts'
import { forgetReviewCounts } from '../review/forget-counts.ts'
import { type Activity, addEvent, deleteEvent, listEvents, type OutboxEvent } from './outbox-store.ts'
import {
  type OutboxRequest,
  type SendRequest,
  type SendResult,
  type Settled,
  sendOutbox,
} from './send-outbox.ts'

/** The events of the signed-in user that wait, and those that the service has refused. */
export interface OutboxState {
  waiting: number
  refused: readonly OutboxEvent[]
}

type SettledListener = (settled: Settled) => void

let state: OutboxState = { waiting: 0, refused: [] }
const listeners = new Set<() => void>()
const settledListeners = new Set<SettledListener>()
/** Other tabs read the outbox again when this one has changed it. */
const tabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('lyceum.outbox')
if (tabs) tabs.onmessage = () => void readState()

export const outbox = {
  get: (): OutboxState => state,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  onSettled(listener: SettledListener): () => void {
    settledListeners.add(listener)
    return () => settledListeners.delete(listener)
  },
}

const userIdOf = () => {
  const session = sessionStore.get()
  return session.status === 'in' ? session.user.id : undefined
}

export async function readState(): Promise<void> {
  const userId = userIdOf()
  const events = userId === undefined ? [] : await listEvents(userId).catch(() => [])
  const refused = events.filter(({ refusal }) => refusal !== undefined)
  state = { waiting: events.length - refused.length, refused }
  for (const listener of listeners) listener()
}

async function changed(): Promise<void> {
  await readState()
  tabs?.postMessage('changed')
}

/** Stores an activity of now and begins to send it. */
export async function recordActivity(activity: Activity): Promise<number> {
  const userId = userIdOf()
  if (userId === undefined) throw new Error('An activity needs a signed-in user.')
  const id = await addEvent({ ...activity, userId, occurredAt: new Date().toISOString() })
  void changed()
  return id
}

let next: Promise<boolean> | undefined
let current: Promise<boolean> = Promise.resolve(true)

/** Sends what waits. A call during a run waits for one further run, which includes later events. */
export function flushOutbox(): Promise<boolean> {
  next ??= current.then(() => {
    next = undefined
    current = run().catch(() => false)
    return current
  })
  return next
}

async function run(): Promise<boolean> {
  const userId = userIdOf()
  if (userId === undefined || !navigator.onLine) return false
  const isEmpty = await sendOutbox(userId, sendAsPage, (settled) => {
    if ('data' in settled && settled.event.kind === 'completion')
      applyResult(settled.data as Api.LessonResult)
    if (settled.event.kind === 'review') void forgetReviewCounts()
    for (const listener of settledListeners) listener(settled)
    void changed()
  })
  if (!isEmpty) await requestBackgroundSync()
  return isEmpty
}

/** The browser wakes the service worker when it is online again, also after the page is closed. */
export async function requestBackgroundSync(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration()
    await (registration as { sync?: { register(tag: string): Promise<void> } } | undefined)?.sync?.register(
      'outbox',
    )
  } catch {
    // Not every browser has it or allows it; the page sends on its next start.
  }
}

const sendAsPage: SendRequest = async ({
  path,
  body,
  idempotencyKey,
}: OutboxRequest): Promise<SendResult> => {
  const [, resource, id, action] = /^\/(user-lessons|review\/cards)\/([^/]+)\/(\w+)$/.exec(path)!
  const given = { body: body as never, idempotencyKey }
  try {
    if (resource === 'review/cards') {
      const { data } = await lyceum.call('POST /review/cards/{cardId}/answers', {
        path: { cardId: id! },
        ...given,
      })
      return { status: 200, data }
    }
    const operation =
      action === 'answers'
        ? ('POST /user-lessons/{lessonId}/answers' as const)
        : ('POST /user-lessons/{lessonId}/complete' as const)
    const { data } = await lyceum.call(operation, { path: { lessonId: id! }, ...given })
    return { status: 200, data }
  } catch (fault) {
    // Without a response, or with one that is not of the service, the event waits.
    if (!(fault instanceof LyceumError) || fault.status === 0 || fault.code === 'UNREADABLE') throw fault
    return { status: fault.status, code: fault.code, message: fault.message }
  }
}

/** The reviews that wait to be sent, as `cardId:repetition`. */
export async function listWaitingReviews(): Promise<Set<string>> {
  const userId = userIdOf()
  const events = userId === undefined ? [] : await listEvents(userId).catch(() => [])
  return new Set(
    events.flatMap((event) =>
      event.kind === 'review' && event.refusal === undefined ? [reviewKey(event.cardId, event.body)] : [],
    ),
  )
}

export const reviewKey = (cardId: string, { repetition }: { repetition?: unknown }) =>
  `${cardId}:${repetition}`

/** The learner has seen the refusals. */
export async function dismissRefusals(): Promise<void> {
  for (const { id } of state.refused) await deleteEvent(id)
  await changed()
}

export async function dismissEvent(id: number): Promise<void> {
  await deleteEvent(id)
  await changed()
}
