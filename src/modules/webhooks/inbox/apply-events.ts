import { later, MINUTE_MS, now, SECOND_MS } from '../../../platform/clock.ts'
import { isUnavailable } from '../../../platform/db/faults.ts'
import { describeFault } from '../../../platform/describe-fault.ts'
import { assert } from '../../../platform/errors.ts'
import { log } from '../../../platform/log.ts'
import { counter } from '../../../platform/metrics.ts'
import type { Platform } from '../../../platform/platform.ts'
import { applyInbox } from '../jobs.ts'
import { listDueEvents, lockPendingEvent, updateFailure, updateOutcome } from './queries.ts'
import type { InboxEventId, InboxSource, WebhookSources } from './source.ts'

const AT_ONCE = 4
const BATCH = 100
/** After each failed try; who fails after the last pause is given up, and waits for a person. */
const PAUSES_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  60 * MINUTE_MS,
  240 * MINUTE_MS,
]

const applied = counter('lyceum_inbox_events_total', 'Events taken out of the inbox', ['source', 'outcome'])

type Applying = Pick<Platform, 'db' | 'write'>
export type Sources = ReadonlyMap<string, InboxSource>

/** All sources under the names that their events are kept under. */
export function sourcesByName({ contracts, revenueCat, payments }: WebhookSources): Sources {
  return new Map([contracts, revenueCat, ...payments].map((source) => [source.name, source]))
}

/** Applies all that is due, a few at once, until nothing is left or the process stops. */
export async function applyEvents(platform: Applying, sources: Sources, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const due = (await listDueEvents(platform.db, now(), BATCH)).values()
    let tried = 0
    let done = 0
    const lane = async () => {
      for (const { id } of due) {
        if (signal?.aborted) return
        tried++
        if (await applyEvent(platform, sources, id)) done++
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, lane))
    // What somebody else is at, stays in the list: whoever has done nothing leaves it to them.
    if (signal?.aborted || done === 0 || tried < BATCH) return
  }
}

/** Applies one event and notes it in the same transaction: both, or neither. False when another process is at it. */
async function applyEvent(platform: Applying, sources: Sources, id: InboxEventId): Promise<boolean> {
  try {
    const state = await platform.write(async (tx) => {
      const event = await lockPendingEvent(tx, id)
      if (!event) return undefined
      const source = sources.get(event.source)
      assert(source, `nobody applies events of ${event.source}`)
      const body = JSON.parse(event.body.toString('utf8'))
      const outcome = await source.apply(tx, { ...event, body }, now())
      await updateOutcome(tx, id, outcome, now())
      return { source: source.name, ...outcome }
    })
    if (!state) return false
    applied.inc({ source: state.source, outcome: state.state })
    return true
  } catch (fault) {
    // An outage is nobody's fault: the try does not count, and the timetable comes back.
    if (isUnavailable(fault)) throw fault
    await noteFailure(platform, id, fault)
    return true
  }
}

async function noteFailure({ write }: Applying, id: InboxEventId, fault: unknown): Promise<void> {
  const told = describeFault(fault)
  const isDead = await write(async (tx) => {
    const event = await lockPendingEvent(tx, id)
    if (!event) return false
    const pauseMs = PAUSES_MS[event.attempts]
    const dueAt = pauseMs === undefined ? null : later(now(), pauseMs)
    await updateFailure(tx, id, told.split('\n', 1)[0]!.slice(0, 500), dueAt)
    if (dueAt) tx.enqueue(applyInbox, {}, { startAfter: dueAt })
    return dueAt === null
  })
  if (isDead) log.error({ inboxEvent: id, fault: told }, 'webhooks: an event failed for good')
  else log.warn({ inboxEvent: id, fault: told }, 'webhooks: an event failed and will be tried again')
}
