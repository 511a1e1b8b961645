import { later, MINUTE_MS, now, SECOND_MS } from '../../../platform/clock.ts'
import { isUnavailable } from '../../../platform/db/faults.ts'
import { describeFault } from '../../../platform/describe-fault.ts'
import { assert } from '../../../platform/errors.ts'
import { log } from '../../../platform/log.ts'
import { counter } from '../../../platform/metrics.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Tx } from '../../../platform/tx.ts'
import { listHolders } from '../../identity/accounts/list-holders.ts'
import { applyInbox } from '../jobs.ts'
import {
  type EventOutcome,
  type EventRow,
  listDueEvents,
  lockDueEvents,
  lockPendingEvent,
  updateFailure,
  updateOutcomes,
} from './queries.ts'
import type { InboxEventId, InboxSource, StoredEvent, WebhookSources } from './source.ts'

/** As many as one transaction takes. Each may tell a few facts, and a transaction has a limit of those. */
const BATCH = 50
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

/** Applies all that is due, until nothing is left or the process stops. */
export async function applyEvents(platform: Applying, sources: Sources, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted) {
    if ((await applyBatch(platform, sources)) < BATCH) return
  }
}

/** Many by one transaction, which is cheap; one by one when one of them fails, so that it spoils no other. */
async function applyBatch(platform: Applying, sources: Sources): Promise<number> {
  try {
    const done = await platform.write(async (tx) => {
      // One moment for all: what follows from many in one moment can be done for them together.
      const at = now()
      const events = await lockDueEvents(tx, at, BATCH)
      const outcomes = await applyAll(tx, sources, events, at)
      await note(tx, outcomes, at)
      return outcomes
    })
    count(done)
    return done.length
  } catch (fault) {
    // An outage is nobody's fault: no try is counted, and the timetable comes back.
    if (isUnavailable(fault)) throw fault
  }
  const due = await listDueEvents(platform.db, now(), BATCH)
  for (const { id } of due) await applyEvent(platform, sources, id)
  return due.length
}

/** Those of a source that takes many go together, the others in the order in which they came. */
async function applyAll(tx: Tx, sources: Sources, events: EventRow[], at: Date): Promise<EventOutcome[]> {
  const done: EventOutcome[] = []
  const { together = [], inOrder = [] } = Object.groupBy(events, ({ source }) =>
    sources.get(source)?.applyMany ? 'together' : 'inOrder',
  )
  for (const [name, alike] of Map.groupBy(together, ({ source }) => source)) {
    const outcomes = await sources.get(name)!.applyMany!(tx, alike.map(opened), at)
    assert(outcomes.length === alike.length, `${name} must tell what came of each event`)
    alike.forEach(({ id, source }, place) => void done.push({ id, source, outcome: outcomes[place]! }))
  }
  for (const event of inOrder) done.push(await applyTo(tx, sources, event, at))
  return done
}

/** Applies one event and notes it in the same transaction: both, or neither. */
async function applyEvent(platform: Applying, sources: Sources, id: InboxEventId): Promise<void> {
  try {
    const done = await platform.write(async (tx) => {
      const at = now()
      const event = await lockPendingEvent(tx, id)
      const outcomes = event ? [await applyTo(tx, sources, event, at)] : []
      await note(tx, outcomes, at)
      return outcomes
    })
    count(done)
  } catch (fault) {
    if (isUnavailable(fault)) throw fault
    await noteFailure(platform, id, fault)
  }
}

async function applyTo(tx: Tx, sources: Sources, event: EventRow, at: Date): Promise<EventOutcome> {
  const { id, source: name } = event
  const source = sources.get(name)
  assert(source, `nobody applies events of ${name}`)
  return { id, source: name, outcome: await source.apply(tx, opened(event), at) }
}

function opened(event: EventRow): StoredEvent {
  return { ...event, body: JSON.parse(event.body.toString('utf8')) }
}

/** What is told of somebody who has left is applied, and not kept. */
async function note(tx: Tx, outcomes: EventOutcome[], at: Date): Promise<void> {
  const userIds = outcomes.flatMap(({ outcome }) => ('userId' in outcome && outcome.userId) || [])
  const holders = await listHolders(tx, [...new Set(userIds)])
  await updateOutcomes(tx, outcomes, (userId) => holders.get(userId)?.hasLeft === true, at)
}

function count(done: EventOutcome[]): void {
  for (const { source, outcome } of done) applied.inc({ source, outcome: outcome.state })
}

async function noteFailure({ write }: Applying, id: InboxEventId, fault: unknown): Promise<void> {
  const told = describeFault(fault)
  const isDead = await write(async (tx) => {
    const event = await lockPendingEvent(tx, id)
    if (!event) return false
    const pauseMs = PAUSES_MS[event.attempts]
    const dueAt = pauseMs === undefined ? null : later(now(), pauseMs)
    const counted = { source: event.source, outcome: dueAt ? 'FAILED' : 'DEAD' }
    tx.afterCommit(() => applied.inc(counted))
    await updateFailure(tx, id, told.split('\n', 1)[0]!.slice(0, 500), dueAt)
    if (dueAt) tx.enqueue(applyInbox, {}, { startAfter: dueAt })
    return dueAt === null
  })
  if (isDead) log.error({ inboxEvent: id, fault: told }, 'webhooks: an event failed for good')
  else log.warn({ inboxEvent: id, fault: told }, 'webhooks: an event failed and will be tried again')
}
