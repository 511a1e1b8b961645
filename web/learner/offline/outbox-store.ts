import { inStore } from './database.ts'

interface LessonActivity {
  kind: 'answer' | 'completion'
  lessonId: string
  lessonTitle: string
}

interface ReviewActivity {
  kind: 'review'
  cardId: string
}

/** What the learner did. */
export type Activity = (LessonActivity | ReviewActivity) & {
  /** The body of the request, without `occurredAt`. */
  body: Record<string, unknown>
  idempotencyKey: string
}

/** A learning activity that the service has not confirmed yet. */
export type OutboxEvent = Activity & {
  /** Assigned by the store, in the order of the activities. */
  id: number
  userId: string
  occurredAt: string
  /** The service refuses `occurredAt`, so the activity counts when it arrives. */
  isUndated?: boolean
  /** The message of a final refusal. The event stays until the learner has seen it. */
  refusal?: string
}

/** Returns the id of the stored event. When this resolves, the event survives a crash of the browser. */
export async function addEvent(event: Activity & { userId: string; occurredAt: string }): Promise<number> {
  return (await inStore('outbox', 'readwrite', (store) => store.add(event))) as number
}

export const updateEvent = (event: OutboxEvent) => inStore('outbox', 'readwrite', (store) => store.put(event))

export const deleteEvent = (id: number) =>
  inStore('outbox', 'readwrite', (store) => store.delete(id) as IDBRequest<unknown>)

/** The events of a user, the oldest first. Events of other users wait until they sign in again. */
export async function listEvents(userId: string): Promise<OutboxEvent[]> {
  const events = await inStore('outbox', 'readonly', (store) => store.getAll() as IDBRequest<OutboxEvent[]>)
  return events.filter((event) => event.userId === userId)
}
