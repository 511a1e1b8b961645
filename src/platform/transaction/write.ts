import type { Database } from '../db/database.ts'
import { isRetryable } from '../db/database-error.ts'
import { log } from '../log.ts'
import { counter } from '../metrics.ts'
import type { DomainEvent } from './define-event.ts'
import type { Reactions } from './reactions.ts'
import {
  type BuildResponse,
  runTransaction,
  type TransactionOutcome,
  type Work,
  type WriteResult,
} from './run-transaction.ts'
import { type SharedGroup, SharedWrites } from './shared-writes.ts'

export interface Write {
  <Result>(work: Work<Result>): Promise<Result>
  /** Also returns the emitted events, for a response that must include the effects of event handlers. */
  withEvents<Result>(work: Work<Result>): Promise<WriteResult<Result>>
  /** Builds, and may store, the response in the transaction, after all handlers have run. */
  withEvents<Result, Shown>(work: Work<Result>, buildResponse: BuildResponse<Result, Shown>): Promise<Shown>
  /**
   * As `withEvents`, but concurrent calls of the same group run in one transaction. Each is applied or refused as if it were
   * alone. `work` and the handlers of its events change only rows of the user.
   */
  shared<Result, Shown>(
    group: SharedGroup,
    work: Work<Result>,
    buildResponse: BuildResponse<Result, Shown>,
  ): Promise<Shown>
}

const MAX_ATTEMPTS = 10

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
  /** Runs the callbacks after a commit. */
  function finish(outcomes: TransactionOutcome<unknown>[]): void {
    for (const { effects } of outcomes) runEffects(effects)
    const events = outcomes.flatMap((outcome) => outcome.events)
    if (outcomes.some(({ enqueued }) => enqueued)) runEffects([onOutbox])
    if (onCommitted && events.length > 0) runEffects([() => onCommitted(events)])
  }

  async function withEvents<Result, Shown>(
    work: Work<Result>,
    buildResponse: BuildResponse<Result, Shown> = async (_tx, result) => result as Shown,
  ): Promise<Shown> {
    for (let attempt = 1; ; attempt++) {
      try {
        const outcome = await database.transaction(({ statement }) =>
          runTransaction(statement, reactions, work, buildResponse),
        )
        finish([outcome])
        if (outcome.refusal) throw outcome.refusal
        return outcome.response as Shown
      } catch (error) {
        if (!isRetryable(error) || attempt === MAX_ATTEMPTS) throw error
        retries.inc()
        await Bun.sleep(Math.random() * 2 ** Math.min(attempt, 7))
      }
    }
  }

  const sharedWrites = new SharedWrites(database, finish)
  const shared = async <Result, Shown>(
    group: SharedGroup,
    work: Work<Result>,
    buildResponse: BuildResponse<Result, Shown>,
  ): Promise<Shown> => {
    const response = await sharedWrites.run(group, {
      runAsMember: (statement) => runTransaction(statement, reactions, work, buildResponse),
      runAlone: () => withEvents(work, buildResponse),
    })
    return response as Shown
  }

  const writing = <Result>(work: Work<Result>): Promise<Result> =>
    withEvents(work, async (_tx, { result }) => result)
  return Object.assign(writing, { withEvents: withEvents as Write['withEvents'], shared })
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
