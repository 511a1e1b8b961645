import type { WritableDb } from '../db/database.ts'
import type { DomainEvent } from './define-event.ts'
import type { JobDefinition } from './define-job.ts'

declare const txBrand: unique symbol

export interface EnqueueOptions {
  startAfter?: Date
}

/**
 * An open transaction of `write`. Routes and jobs open it and pass it down. A function that takes a `Tx`
 * commits together with its caller, and only a `Tx` can emit events and enqueue jobs.
 */
export interface Tx extends WritableDb {
  readonly [txBrand]: true
  /** Emits an event: its `inTransaction` handlers run before the commit, its `jobs` are enqueued by the commit. */
  emit(event: DomainEvent): void
  /** The job exists if and only if this transaction commits. */
  enqueue<Data>(job: JobDefinition<Data>, data: Data, options?: EnqueueOptions): void
  /** Best effort, for pushes and wake-ups: lost when the process dies right after the commit. */
  afterCommit(effect: () => unknown): void
}
