import type { WritableDb } from '../db/database.ts'
import { assert, Refusal } from '../errors.ts'
import { newId } from '../ids.ts'
import { injectTrace } from '../tracing/tracing.ts'
import type { DomainEvent } from './define-event.ts'
import type { JobDefinition } from './define-job.ts'
import type { EventHandler, Reactions } from './reactions.ts'
import { batchedWrite, isShared, NeedsOwnTransaction } from './shared-statements.ts'
import type { EnqueueOptions, Tx } from './tx.ts'

/** The result of the work and all events that were emitted, including those of handlers. */
export interface WriteResult<Result> {
  result: Result
  events: DomainEvent[]
}

export type Work<Result> = (tx: Tx) => Promise<Result>

export type BuildResponse<Result, Shown> = (tx: Tx, result: WriteResult<Result>) => Promise<Shown>

/** The outcome of a transaction that is ready to commit. */
export interface TransactionOutcome<Shown> {
  response: Shown | undefined
  /** A refusal that commits the transaction. */
  refusal: Refusal | undefined
  enqueued: boolean
  events: DomainEvent[]
  /** The callbacks after the commit. */
  effects: (() => unknown)[]
}

interface OutboxRow {
  id: string
  job: string
  data: unknown
  start_after: string | null
}

const MAX_EVENTS = 200

/** Runs work, event handlers and `buildResponse`, and inserts the outbox rows: all of a transaction but its commit. */
export async function runTransaction<Result, Shown>(
  statement: WritableDb,
  reactions: Reactions,
  work: Work<Result>,
  buildResponse: BuildResponse<Result, Shown>,
): Promise<TransactionOutcome<Shown>> {
  const events: DomainEvent[] = []
  const outbox: OutboxRow[] = []
  const effects: (() => unknown)[] = []
  const tx = Object.assign(statement, {
    emit: (event: DomainEvent) => void events.push(event),
    enqueue: (job: JobDefinition<unknown>, data: unknown, options: EnqueueOptions = {}) =>
      void outbox.push({
        id: newId(),
        job: job.name,
        data: injectTrace(data),
        start_after: options.startAfter?.toISOString() ?? null,
      }),
    afterCommit: (effect: () => unknown) => void effects.push(effect),
  }) as Tx

  let result: Result | undefined
  let refusal: Refusal | undefined
  try {
    result = await work(tx)
  } catch (error) {
    if (!(error instanceof Refusal && error.commitsTransaction)) throw error
    refusal = error
  }

  // A handler may emit events: the list grows during the loop.
  for (let index = 0; index < events.length; ) {
    const consecutive = consecutiveEvents(events, index)
    index += consecutive.length
    assert(
      index <= MAX_EVENTS,
      `more than ${MAX_EVENTS} events in one transaction; handlers emit events in a cycle`,
    )
    const reaction = reactions.get(consecutive[0]!.name)
    if (!reaction) continue
    if (reaction.inTransaction.length > 0 && !reaction.canShareTransaction && isShared(tx))
      throw new NeedsOwnTransaction(`handlers of ${reaction.eventName} need a transaction of their own`)
    // Handlers write only their own tables, so they run concurrently.
    await Promise.all(reaction.inTransaction.map((handler) => handleEvents(tx, handler, consecutive)))
    for (const event of consecutive) for (const job of reaction.jobs) tx.enqueue(job, event)
  }
  const eventCount = events.length
  const response = refusal ? undefined : await buildResponse(tx, { result: result as Result, events })
  assert(events.length === eventCount, 'an event was emitted while the response was built')
  if (outbox.length > 0) await insertOutbox(tx, outbox)
  return { response, refusal, enqueued: outbox.length > 0, events, effects }
}

const insertOutbox = batchedWrite(async (writableDb, outboxes: OutboxRow[][]) => {
  await writableDb`
    insert into outbox (id, job, data, start_after)
    select id, job, data, start_after
    from jsonb_to_recordset(${outboxes.flat()}::jsonb) as row (id uuid, job text, data jsonb, start_after timestamptz)`
  return []
})

/** Returns the consecutive events of one name from `index` on. */
function consecutiveEvents(events: DomainEvent[], index: number): DomainEvent[] {
  let end = index + 1
  while (events[end]?.name === events[index]!.name) end++
  return events.slice(index, end)
}

async function handleEvents(tx: Tx, handler: EventHandler<unknown>, events: DomainEvent[]): Promise<void> {
  if (events.length > 1 && handler.handleBatch) return handler.handleBatch(tx, events)
  for (const event of events) await handler(tx, event)
}
