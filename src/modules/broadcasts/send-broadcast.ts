import { setTimeout as pause } from 'node:timers/promises'
import { addMs, type Clock, SECOND_MS } from '../../platform/clock.ts'
import { counter } from '../../platform/metrics.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { type NotifyDeps, notify } from '../notifications/public/notify.ts'
import { type BroadcastId, dedupKeyOf, textLanguageFor } from './broadcast.ts'
import { listRunning, lockRunning, type RunningBroadcast, updateStep } from './queries.ts'
import { listSegmentUsers, type SegmentUser } from './segment.ts'

interface SendingDeps extends NotifyDeps, Pick<Platform, 'db' | 'write'> {}

interface Run {
  clock: Clock
  signal?: AbortSignal | undefined
}

/** A run ends after this time; the next one continues. */
const RUN_MS = 55 * SECOND_MS
/** Accounts that one step looks at; it sends to at most as many users as the rate allows in a second. */
const ACCOUNTS_PER_STEP = 1_000

const messages = counter('lyceum_broadcast_messages_total', 'Messages of broadcasts that users got', [])

export async function hasRunningBroadcasts({ db }: Pick<Platform, 'db'>, now: Date): Promise<boolean> {
  return (await listRunning(db, now)).length > 0
}

/** Sends all broadcasts whose time has come, beside each other, so that a slow one does not delay the others. */
export async function sendRunningBroadcasts(deps: SendingDeps, run: Run): Promise<void> {
  const running = await listRunning(deps.db, run.clock())
  const results = await Promise.allSettled(running.map((id) => sendBroadcast(deps, id, run)))
  const failed = results.find(({ status }) => status === 'rejected')
  if (failed) throw (failed as PromiseRejectedResult).reason
}

/**
 * Sends a broadcast step by step until it is sent or stopped, or the run ends. Any number of processes may do this: the row of
 * the broadcast has the cursor and the time of the next step, so they share one rate.
 */
export async function sendBroadcast(
  { write, ...deps }: SendingDeps,
  id: BroadcastId,
  { clock, signal }: Run,
): Promise<void> {
  const endsAt = performance.now() + RUN_MS
  while (!signal?.aborted && performance.now() < endsAt) {
    const waitMs = await write((tx) => sendNextMessages(tx, deps, id, clock()))
    if (waitMs === undefined) return
    if (waitMs > 0) await pause(Math.min(waitMs, SECOND_MS), undefined, { signal }).catch(() => {})
  }
}

/**
 * One step: stores the next notifications and the cursor in one transaction, so that a user gets the message once, and no
 * user is left out. Returns the time until the next step, or undefined if there is none.
 */
export async function sendNextMessages(
  tx: Tx,
  deps: NotifyDeps,
  id: BroadcastId,
  now: Date,
): Promise<number | undefined> {
  const running = await lockRunning(tx, id)
  if (!running) return undefined
  if (running.nextStepAt > now) return running.nextStepAt.getTime() - now.getTime()

  const { segment, messagesPerSecond, lastUserId: after } = running
  // Users who sign up while it is being sent are not in the segment.
  const startedAt = running.startedAt ?? now
  const page = await listSegmentUsers(tx, segment, { after, limit: ACCOUNTS_PER_STEP, now: startedAt })
  const users = page.users.slice(0, messagesPerSecond)
  const isCut = users.length < page.users.length
  const sent = (await notify(tx, deps, noticesFor(running, users), now)).length
  const waitMs = Math.ceil((sent / messagesPerSecond) * SECOND_MS)
  const isLast = page.isLast && !isCut
  await updateStep(tx, id, {
    startedAt,
    lastUserId: isCut ? users.at(-1)!.userId : page.lastUserId,
    sent,
    nextStepAt: addMs(now, waitMs),
    finishedAt: isLast ? now : null,
  })
  tx.afterCommit(() => messages.inc(sent))
  return isLast ? undefined : waitMs
}

/** The message to each user in the language of the user. Its type decides which preferences apply. */
export function noticesFor(
  broadcast: Pick<RunningBroadcast, 'id' | 'type' | 'texts' | 'fallbackLanguage' | 'link' | 'channels'>,
  users: SegmentUser[],
) {
  const { id, type, texts, link, channels } = broadcast
  return users.map(({ userId, language }) => ({
    userId,
    type,
    template: 'SYSTEM' as const,
    values: { ...texts[textLanguageFor(broadcast, language)]! },
    link,
    onlyChannels: channels,
    dedupKey: dedupKeyOf(id),
  }))
}
