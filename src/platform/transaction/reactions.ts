import type { DomainEvent, EventDefinition } from './define-event.ts'
import type { JobDefinition } from './define-job.ts'
import type { Tx } from './tx.ts'

/**
 * Runs in the transaction that emitted the event. It must write only tables of its own module, do no I/O except
 * statements of `tx`, and throw no refusal.
 */
export interface EventHandler<Data> {
  (tx: Tx, event: DomainEvent<Data>): Promise<void>
  /** Handles several consecutive events of one name. Without it, they are handled one by one. */
  handleBatch?: (tx: Tx, events: DomainEvent<Data>[]) => Promise<void>
}

interface HandlersOf<Data> {
  inTransaction?: EventHandler<Data>[]
  /** Jobs with the event as data. They run at least once, so each must be idempotent per event id. */
  jobs?: JobDefinition<DomainEvent<Data>>[]
  /**
   * Whether the `inTransaction` handlers may run in a shared transaction (`write.shared`): they change only rows of the event's
   * user. An event with other handlers makes each member of its transaction run alone.
   */
  canShareTransaction?: true
}

interface Reaction {
  eventName: string
  inTransaction: EventHandler<unknown>[]
  jobs: JobDefinition<DomainEvent<unknown>>[]
  canShareTransaction: boolean
}

/** All reactions of `app/reactions.ts`, by event name. */
export type Reactions = ReadonlyMap<string, Reaction>

export function on<Data>(event: EventDefinition<Data>, reactions: HandlersOf<Data>): Reaction {
  return {
    eventName: event.eventName,
    inTransaction: (reactions.inTransaction ?? []) as EventHandler<unknown>[],
    jobs: (reactions.jobs ?? []) as JobDefinition<DomainEvent<unknown>>[],
    canShareTransaction: reactions.canShareTransaction ?? false,
  }
}

export function reactionTable(reactions: Reaction[]): Reactions {
  const table = new Map<string, Reaction>()
  for (const reaction of reactions) {
    if (table.has(reaction.eventName))
      throw new Error(`Two reactions for ${reaction.eventName}: merge them into one.`)
    table.set(reaction.eventName, reaction)
  }
  return table
}
