import { nextAttemptAt } from '../../concurrency/backoff.ts'
import { log } from '../../log.ts'
import type { EventHandler } from '../../transaction/reactions.ts'
import type { Tx } from '../../transaction/tx.ts'
import type { transactionConfirmed, transactionFailed } from './events.ts'

export type ConfirmedTransaction = ReturnType<typeof transactionConfirmed>['data']
export type FailedTransaction = ReturnType<typeof transactionFailed>['data']

/** What a module does at the end of its chain transactions of one kind, in the database transaction that records it. */
export interface ChainEffect {
  confirmed(tx: Tx, transaction: ConfirmedTransaction, now: Date): Promise<void>
  /** Returns the number of consecutive failures if `retry` must schedule the next attempt. */
  failed(tx: Tx, transaction: FailedTransaction, now: Date): Promise<number | undefined>
  /** Stores when the module enqueues the transaction again. The delay grows with the failures. */
  retry?(tx: Tx, transaction: FailedTransaction, retryAt: Date): Promise<void>
}

/** By the kind of the transaction. A kind without an effect is ignored. */
export type ChainEffects = Readonly<Record<string, ChainEffect>>

export function onConfirmed(effects: ChainEffects): EventHandler<ConfirmedTransaction> {
  return async (tx, { data }) => effects[data.kind]?.confirmed(tx, data, new Date(data.at))
}

export function onFailed(effects: ChainEffects): EventHandler<FailedTransaction> {
  return async (tx, { data }) => {
    const effect = effects[data.kind]
    const now = new Date(data.at)
    const failures = await effect?.failed(tx, data, now)
    if (!effect?.retry || !failures) return
    const retryAt = nextAttemptAt(failures, now)
    await effect.retry(tx, data, retryAt)
    log.warn({ ...data, failures, retryAt }, 'chain: transaction failed, retry scheduled')
  }
}
