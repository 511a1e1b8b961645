import { alignedPauseMs } from '../../concurrency/aligned-pause.ts'
import { Poller } from '../../concurrency/poller.ts'
import { isUnavailable } from '../../db/database-error.ts'
import { log } from '../../log.ts'
import { OutageLog } from '../../outage-log.ts'
import { RpcUnavailableError } from '../rpc.ts'
import { onNewWork } from './new-work-signal.ts'
import { findOutcomes } from './outcomes/find-outcomes.ts'
import { recordOutcomes } from './outcomes/record-outcomes.ts'
import { findWork, listSent, requeueSent } from './queries.ts'
import type { RelayerDeps } from './relayer-deps.ts'
import { assignNonces } from './sending/assign-nonces.ts'
import { broadcast, type SendTimes } from './sending/broadcast.ts'
import { replaceStuckTransactions } from './sending/replace-stuck-transactions.ts'

/** The first half of the lock key; the second half is a hash of the sender's address. See docs/locks.md. */
export const RELAYER_LOCK = 7_240_120
const OUTAGE_PAUSE_MS = 1_000
/** How often a relayer without the lock tries to get it. */
const STANDBY_PAUSE_MS = 2_000
const IN_PROGRESS_PAUSE_MS = 250
/** A queued transaction cannot be sent now, for example because fees are too high. */
const BLOCKED_PAUSE_MS = 2_000

/**
 * Executes each chain transaction at most once. Every round reads the pending transactions from the database and
 * takes the next step for each. No state that matters is in memory, so another relayer continues when one dies. One
 * relayer per key holds the advisory lock. The lock only avoids duplicate work: nonces are assigned under a row lock,
 * and any number of relayers may send the same bytes.
 */
export class Relayer {
  readonly #deps: RelayerDeps
  readonly #sendTimes: SendTimes = new Map()
  readonly #poller = new Poller()
  readonly #databaseOutage = new OutageLog('relayer')
  readonly #roundOutage = new OutageLog('relayer')
  #newWorkSubscription: { end(): void } | undefined

  constructor(deps: RelayerDeps) {
    this.#deps = deps
  }

  start(): void {
    this.#newWorkSubscription = onNewWork(() => this.#poller.wake())
    this.#poller.start(() => this.#run())
  }

  /** Another process has enqueued a transaction. */
  wake(): void {
    this.#poller.wake()
  }

  async stop(): Promise<void> {
    this.#newWorkSubscription?.end()
    await this.#poller.stop()
  }

  /** Runs one round over all pending transactions. The result says how soon the next round is useful. */
  async runOnce(): Promise<'busy' | 'in-progress' | 'idle'> {
    const deps = this.#deps
    let sent = await listSent(deps.database.query, deps.sender)
    const assigned = await assignNonces(deps, sent.length)
    if (assigned > 0) sent = await listSent(deps.database.query, deps.sender)
    if (sent.length === 0) return 'idle'
    await broadcast(deps, sent, this.#sendTimes)
    const { outcomes, lost } = await findOutcomes(deps, sent)
    const unrecorded: unknown[] = []
    if (outcomes.length > 0) {
      deps.onCheckpoint('found')
      await recordOutcomes(deps, outcomes).catch((error) => void unrecorded.push(error))
    }
    for (const { id, reference, nonce } of lost) {
      log.warn(
        { reference, nonce: String(nonce) },
        'chain: nonce used by another transaction; assigning a new one',
      )
      await requeueSent(deps.database.autocommit, id, deps.clock())
    }
    const settled = new Set(outcomes.map(({ transaction }) => transaction.id))
    const unsettled = sent.filter(({ id }) => !settled.has(id))
    this.#dropSendTimes(unsettled.flatMap(({ attempts }) => attempts.map(({ hash }) => hash)))
    await replaceStuckTransactions(
      deps,
      unsettled.filter(({ id }) => !lost.some((one) => one.id === id)),
    )
    if (unrecorded.length > 0) throw unrecorded[0]
    return assigned > 0 || settled.size > 0 ? 'busy' : 'in-progress'
  }

  async #run(): Promise<void> {
    while (!this.#poller.isStopped) {
      this.#poller.beginRound()
      try {
        await this.#deps.lockDatabase.withSession(async ({ statement }) => {
          const [row] = await statement<{ isMine: boolean }>`
            select pg_try_advisory_lock(${RELAYER_LOCK}, hashtext(${this.#deps.sender})) as "isMine"`
          if (!row!.isMine) return
          try {
            await this.#relay(() => findWork(statement, this.#deps.sender, this.#deps.clock()))
          } finally {
            await statement`select pg_advisory_unlock(${RELAYER_LOCK}, hashtext(${this.#deps.sender}))`
          }
        })
        await this.#poller.sleep(STANDBY_PAUSE_MS)
      } catch (error) {
        this.#databaseOutage.failed(
          isUnavailable(error) ? String(error) : error,
          'restarting after a database error',
        )
        await this.#poller.sleep(OUTAGE_PAUSE_MS)
      }
    }
  }

  /**
   * Runs rounds until the relayer stops or the session with the lock is lost. `findNext` runs in that session: one statement
   * checks the lock and when a round is useful.
   */
  async #relay(findNext: () => ReturnType<typeof findWork>): Promise<void> {
    while (!this.#poller.isStopped) {
      this.#poller.beginRound()
      const { isNow, nextAt } = await findNext()
      this.#databaseOutage.succeeded()
      if (!isNow) {
        await this.#poller.sleep(this.#idleMs(nextAt))
        continue
      }
      try {
        const state = await this.runOnce()
        this.#roundOutage.succeeded()
        if (state === 'idle') await this.#poller.sleep(BLOCKED_PAUSE_MS)
        if (state === 'in-progress') await this.#poller.sleep(IN_PROGRESS_PAUSE_MS)
      } catch (error) {
        this.#roundOutage.failed(error instanceof RpcUnavailableError ? error.message : error, 'round failed')
        await this.#poller.sleep(OUTAGE_PAUSE_MS)
      }
    }
  }

  /** New work wakes the relayer, so it sleeps until the next retry, or for `idleMs` in case a message was lost. */
  #idleMs(nextAt: Date | null): number {
    const { settings, clock } = this.#deps
    const idleMs = alignedPauseMs(settings.idleMs)
    return nextAt ? Math.min(idleMs, nextAt.getTime() - clock().getTime()) : idleMs
  }

  #dropSendTimes(unsettled: string[]): void {
    const known = new Set(unsettled)
    for (const hash of this.#sendTimes.keys()) if (!known.has(hash)) this.#sendTimes.delete(hash)
  }
}
