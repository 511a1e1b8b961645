import { addMs, type Clock, MINUTE_MS, SECOND_MS } from '../../../platform/clock.ts'
import { isUnavailable } from '../../../platform/db/database-error.ts'
import { describeError } from '../../../platform/describe-error.ts'
import { assert } from '../../../platform/errors.ts'
import { log } from '../../../platform/log.ts'
import { counter } from '../../../platform/metrics.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { findDeletionState } from '../../accounts/public/user-status.ts'
import { processEventsJob } from '../jobs.ts'
import type { Sources, WebhookEventId, WebhookSources } from '../webhook-source.ts'
import { type Confirmations, confirmDueEvents, parseStoredEvent } from './confirm-due-events.ts'
import {
  type EventOutcome,
  type EventRow,
  listDueEvents,
  lockDueEvents,
  lockPendingEvent,
  updateFailure,
  updateOutcomes,
} from './queries.ts'

/** Each event may emit a few events, and a transaction limits their number. */
const BATCH_SIZE = 50
/** The pause after each failed attempt. After the last one the event is dead until an operator replays it. */
const BACKOFF_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  60 * MINUTE_MS,
  240 * MINUTE_MS,
]

const processedEvents = counter('lyceum_webhook_events_processed_total', 'Processed webhook events', [
  'source',
  'outcome',
])

type ProcessingDeps = Pick<Platform, 'db' | 'write'> & { clock: Clock }

export function sourcesByName({ contracts, revenueCat, payments }: WebhookSources): Sources {
  return new Map([contracts, revenueCat, ...payments].map((source) => [source.name, source]))
}

/** What is known about a batch before its transaction. */
interface Applying {
  sources: Sources
  confirmations: Confirmations
}

export async function hasDueEvents({ db }: Pick<Platform, 'db'>, now: Date): Promise<boolean> {
  return (await listDueEvents(db, now, 1)).length > 0
}

/** Processes due events in batches until none is left or the process stops. */
export async function processDueEvents(
  platform: ProcessingDeps,
  sources: Sources,
  signal?: AbortSignal,
): Promise<void> {
  while (!signal?.aborted) {
    if ((await processBatch(platform, sources)) < BATCH_SIZE) return
  }
}

/** Processes a batch in one transaction. If that fails, processes each event alone, so that one error affects one event. */
async function processBatch(platform: ProcessingDeps, sources: Sources): Promise<number> {
  const confirmations = await confirmDueEvents(platform, sources, BATCH_SIZE)
  for (const [id, confirmation] of confirmations)
    if (confirmation.verdict === 'unconfirmed')
      await recordEventFailure(platform, id, new Error(confirmation.note))
  try {
    const done = await platform.write(async (tx) => {
      // One timestamp for all events, so that their effects can be batched.
      const at = platform.clock()
      const events = await lockDueEvents(tx, at, BATCH_SIZE)
      const outcomes = await processAll(tx, { sources, confirmations }, events, at)
      await storeOutcomes(tx, outcomes, at)
      return outcomes
    })
    countOutcomes(done)
    return Math.max(done.length, confirmations.size)
  } catch (error) {
    // A database outage counts as no attempt.
    if (isUnavailable(error)) throw error
  }
  const due = await listDueEvents(platform.db, platform.clock(), BATCH_SIZE)
  for (const { id } of due) await processEvent(platform, { sources, confirmations }, id)
  return due.length
}

/** Applies the events of sources with `applyBatch` together, all others in the order of their arrival. */
async function processAll(
  tx: Tx,
  { sources, confirmations }: Applying,
  events: EventRow[],
  at: Date,
): Promise<EventOutcome[]> {
  const done: EventOutcome[] = []
  const {
    batched = [],
    inOrder = [],
    rejected = [],
  } = Object.groupBy(events, ({ id, source: name }) => {
    const source = sources.get(name)
    if (source?.confirm) {
      const verdict = confirmations.get(id)?.verdict
      // An event that arrived after the confirmations were read is processed in the next batch.
      if (verdict !== 'confirmed') return verdict === 'rejected' ? 'rejected' : 'later'
    }
    return source?.applyBatch ? 'batched' : 'inOrder'
  })
  for (const event of rejected) done.push(rejectedOutcome(event, confirmations))
  for (const [name, sourceEvents] of Map.groupBy(batched, ({ source }) => source)) {
    const outcomes = await sources.get(name)!.applyBatch!(tx, sourceEvents.map(parseStoredEvent), at)
    assert(outcomes.length === sourceEvents.length, `${name} must return an outcome for each event`)
    sourceEvents.forEach(({ id, source }, index) => void done.push({ id, source, outcome: outcomes[index]! }))
  }
  for (const event of inOrder) done.push(await applyOne(tx, sources, event, at))
  return done
}

/** Applies one event and stores its outcome in one transaction. */
async function processEvent(platform: ProcessingDeps, applying: Applying, id: WebhookEventId): Promise<void> {
  try {
    const done = await platform.write(async (tx) => {
      const at = platform.clock()
      const event = await lockPendingEvent(tx, id)
      const outcomes = event ? await processAll(tx, applying, [event], at) : []
      await storeOutcomes(tx, outcomes, at)
      return outcomes
    })
    countOutcomes(done)
  } catch (error) {
    if (isUnavailable(error)) throw error
    await recordEventFailure(platform, id, error)
  }
}

async function applyOne(tx: Tx, sources: Sources, event: EventRow, at: Date): Promise<EventOutcome> {
  const { id, source: name } = event
  const source = sources.get(name)
  assert(source, `no source is named ${name}`)
  return { id, source: name, outcome: await source.apply(tx, parseStoredEvent(event), at) }
}

function rejectedOutcome({ id, source }: EventRow, confirmations: Confirmations): EventOutcome {
  const confirmation = confirmations.get(id)
  assert(confirmation?.verdict === 'rejected', `${id} was not rejected`)
  return { id, source, outcome: { state: 'IGNORED', note: confirmation.note } }
}

/** Stores the outcomes. Events about a deleted user are applied but their bodies are not stored. */
async function storeOutcomes(tx: Tx, outcomes: EventOutcome[], at: Date): Promise<void> {
  const userIds = outcomes.flatMap(({ outcome }) => ('userId' in outcome && outcome.userId) || [])
  const states = await findDeletionState(tx, [...new Set(userIds)])
  await updateOutcomes(tx, outcomes, (userId) => states.get(userId)?.isDeleted === true, at)
}

function countOutcomes(done: EventOutcome[]): void {
  for (const { source, outcome } of done) processedEvents.inc({ source, outcome: outcome.state })
}

async function recordEventFailure(
  { write, clock }: ProcessingDeps,
  id: WebhookEventId,
  error: unknown,
): Promise<void> {
  const message = describeError(error)
  const isDead = await write(async (tx) => {
    const event = await lockPendingEvent(tx, id)
    if (!event) return false
    const pauseMs = BACKOFF_MS[event.attempts]
    const nextAttemptAt = pauseMs === undefined ? null : addMs(clock(), pauseMs)
    const counted = { source: event.source, outcome: nextAttemptAt ? 'FAILED' : 'DEAD' }
    tx.afterCommit(() => processedEvents.inc(counted))
    await updateFailure(tx, id, message.split('\n', 1)[0]!.slice(0, 500), nextAttemptAt)
    if (nextAttemptAt) tx.enqueue(processEventsJob, {}, { startAfter: nextAttemptAt })
    return nextAttemptAt === null
  })
  if (isDead)
    log.error(
      { webhookEventId: id, error: message },
      'webhooks: event failed for the last time, replay it manually',
    )
  else log.warn({ webhookEventId: id, error: message }, 'webhooks: event failed, will retry')
}
