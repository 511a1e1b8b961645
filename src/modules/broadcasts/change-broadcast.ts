import { addMs, DAY_MS } from '../../platform/clock.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { withdrawPendingDeliveries } from '../notifications/public/notify.ts'
import { type Broadcast, type BroadcastId, type Draft, dedupKeyOf } from './broadcast.ts'
import { errors } from './errors.ts'
import { sendBroadcastJob } from './jobs.ts'
import {
  findBroadcast,
  insertBroadcast,
  lockBroadcast,
  updateDraft,
  updateScheduled,
  updateStopped,
} from './queries.ts'

const MAX_AHEAD_MS = 366 * DAY_MS

interface Change {
  before: Broadcast
  after: Broadcast
}

export async function createBroadcast(
  tx: Tx,
  draft: Draft,
  { createdBy, now }: { createdBy: UserId; now: Date },
): Promise<Broadcast> {
  requireFallback(draft)
  const id = newId<'Broadcast'>()
  await insertBroadcast(tx, { ...draft, id, createdBy, now })
  return (await findBroadcast(tx, id))!
}

/** Only a draft can be changed. `version` is that of the broadcast that the editor saw. */
export async function editBroadcast(
  tx: Tx,
  id: BroadcastId,
  { version, changes, now }: { version: number; changes: Partial<Draft>; now: Date },
): Promise<Change> {
  const before = await lockDraft(tx, id, version)
  const draft = { ...before, ...changes }
  requireFallback(draft)
  await updateDraft(tx, id, draft, now)
  return { before, after: (await findBroadcast(tx, id))! }
}

interface Sending {
  version: number
  confirmName: string
  /** Undefined: now. */
  sendAt: string | undefined
  expected: { count: number; isCapped: boolean }
  now: Date
}

/** Starts the sending, or schedules it. The editor types the name, so that no draft is sent by one wrong click. */
export async function scheduleBroadcast(
  tx: Tx,
  id: BroadcastId,
  { version, confirmName, sendAt, expected, now }: Sending,
): Promise<Change> {
  const before = await lockDraft(tx, id, version)
  if (confirmName.trim() !== before.name) throw errors.broadcast_not_confirmed()
  const time = sendAt === undefined ? now : requireTime(sendAt, now)
  await updateScheduled(tx, id, { sendAt: time, expected })
  tx.enqueue(sendBroadcastJob, { broadcastId: id }, sendAt === undefined ? {} : { startAfter: time })
  return { before, after: (await findBroadcast(tx, id))! }
}

/**
 * Ends the sending. The lock waits for the step in progress, so after the commit no user gets a notification. Pushes and
 * e-mails that are still pending are dropped.
 */
export async function stopBroadcast(tx: Tx, id: BroadcastId, now: Date): Promise<Change> {
  const before = await lockBroadcast(tx, id)
  if (!before) throw errors.broadcast_not_found()
  if (before.status === 'STOPPED') return { before, after: before }
  if (before.status !== 'SCHEDULED' && before.status !== 'SENDING') throw errors.broadcast_not_running()
  await updateStopped(tx, id, now)
  await withdrawPendingDeliveries(tx, dedupKeyOf(id), now)
  return { before, after: (await findBroadcast(tx, id))! }
}

async function lockDraft(tx: Tx, id: BroadcastId, version: number): Promise<Broadcast> {
  const broadcast = await lockBroadcast(tx, id)
  if (!broadcast) throw errors.broadcast_not_found()
  if (broadcast.status !== 'DRAFT') throw errors.broadcast_not_draft()
  if (broadcast.version !== version) throw errors.broadcast_changed()
  return broadcast
}

function requireFallback({ texts, fallbackLanguage }: Draft): void {
  if (!Object.hasOwn(texts, fallbackLanguage)) throw errors.broadcast_without_fallback()
}

function requireTime(sendAt: string, now: Date): Date {
  const time = new Date(sendAt)
  if (time <= now || time > addMs(now, MAX_AHEAD_MS)) throw errors.broadcast_time_invalid()
  return time
}
