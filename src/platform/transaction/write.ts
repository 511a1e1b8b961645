import type { Database, OpenTransaction } from '../db/database.ts'
import { isRetryable } from '../db/database-error.ts'
import { assert, Refusal } from '../errors.ts'
import { newId } from '../ids.ts'
import { log } from '../log.ts'
import { counter } from '../metrics.ts'
import { injectTrace } from '../tracing/tracing.ts'
import type { DomainEvent } from './define-event.ts'
import type { JobDefinition } from './define-job.ts'
import type { EventHandler, Reactions } from './reactions.ts'
import type { EnqueueOptions, Tx } from './tx.ts'

/** The result of the work and all events that were emitted, including those of handlers. */
export interface WriteResult<Result> {
  result: Result
  events: DomainEvent[]
}

export interface Write {
  <Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>
  /** Also returns the emitted events, for a response that must include the effects of event handlers. */
  withEvents<Result>(work: (tx: Tx) => Promise<Result>): Promise<WriteResult<Result>>
  /** Builds, and may store, the response in the transaction, after all handlers have run. */
  withEvents<Result, Shown>(
    work: (tx: Tx) => Promise<Result>,
    buildResponse: (tx: Tx, result: WriteResult<Result>) => Promise<Shown>,
  ): Promise<Shown>
}

type BuildResponse<Result, Shown> = (tx: Tx, result: WriteResult<Result>) => Promise<Shown>

interface OutboxRow {
  id: string
  job: string
  data: unknown
  start_after: string | null
}

const MAX_ATTEMPTS = 10
const MAX_EVENTS = 200

const retries = counter(
  'lyceum_write_retries_total',
  'Repeated attempts of transactions after a retryable error, such as a conflict or a deadlock',
  [],
)

/**
 * Creates the function that runs a transaction with events and jobs: begin, work, event handlers,
 * `buildResponse`, outbox rows, commit, afterCommit. After a retryable error, such as a serialization failure
 * or a deadlock, the transaction runs again, up to `MAX_ATTEMPTS` attempts in total. `work` must therefore
 * have no effects outside `tx`.
 */
export function createWrite(
  database: Database,
  reactions: Reactions,
  onOutbox: () => void,
  /** Called after each commit that emitted events, for metrics. */
  onCommitted?: (events: DomainEvent[]) => void,
): Write {
  async function withEvents<Result, Shown>(
    work: (tx: Tx) => Promise<Result>,
    buildResponse: BuildResponse<Result, Shown> = async (_tx, result) => result as Shown,
  ): Promise<Shown> {
    for (let attempt = 1; ; attempt++) {
      const effects: (() => unknown)[] = []
      try {
        const outcome = await database.transaction((open) => {
          effects.length = 0
          return runTransaction(open, work, buildResponse, reactions, effects)
        })
        if (outcome.enqueued) effects.push(onOutbox)
        if (onCommitted && outcome.events.length > 0) effects.push(() => onCommitted(outcome.events))
        runEffects(effects)
        if (outcome.refusal) throw outcome.refusal
        return outcome.response as Shown
      } catch (error) {
        if (!isRetryable(error) || attempt === MAX_ATTEMPTS) throw error
        retries.inc()
        await Bun.sleep(Math.random() * 2 ** Math.min(attempt, 7))
      }
    }
  }
  const writing = <Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> =>
    withEvents(work, async (_tx, { result }) => result)
  return Object.assign(writing, { withEvents: withEvents as Write['withEvents'] })
}

async function runTransaction<Result, Shown>(
  open: OpenTransaction,
  work: (tx: Tx) => Promise<Result>,
  buildResponse: BuildResponse<Result, Shown>,
  reactions: Reactions,
  effects: (() => unknown)[],
): Promise<{
  response: Shown | undefined
  refusal: Refusal | undefined
  enqueued: boolean
  events: DomainEvent[]
}> {
  const events: DomainEvent[] = []
  const outbox: OutboxRow[] = []
  const tx = Object.assign(open.statement, {
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
    // Handlers write only their own tables, so they run concurrently.
    await Promise.all(reaction.inTransaction.map((handler) => handleEvents(tx, handler, consecutive)))
    for (const event of consecutive) for (const job of reaction.jobs) tx.enqueue(job, event)
  }
  const eventCount = events.length
  const response = refusal ? undefined : await buildResponse(tx, { result: result as Result, events })
  assert(events.length === eventCount, 'an event was emitted while the response was built')
  if (outbox.length > 0) {
    await tx`
      insert into outbox (id, job, data, start_after)
      select id, job, data, start_after
      from jsonb_to_recordset(${outbox}::jsonb) as row (id uuid, job text, data jsonb, start_after timestamptz)`
  }
  return { response, refusal, enqueued: outbox.length > 0, events }
}

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

function runEffects(effects: (() => unknown)[]): void {
  for (const effect of effects) {
    try {
      const outcome = effect()
      if (outcome instanceof Promise)
        outcome.catch((error) => log.warn({ error }, 'write: afterCommit callback failed'))
    } catch (error) {
      log.warn({ error }, 'write: afterCommit callback failed')
    }
  }
}
