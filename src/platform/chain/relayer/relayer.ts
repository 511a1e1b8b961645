import { now } from '../../clock.ts'
import { isUnavailable } from '../../db/faults.ts'
import { describeFault } from '../../describe-fault.ts'
import { log } from '../../log.ts'
import { RpcUnavailable } from '../rpc.ts'
import { findOutcomes } from './outcomes/find-outcomes.ts'
import { recordOutcomes } from './outcomes/record-outcomes.ts'
import type { RelayerParts } from './parts.ts'
import { listSent, requeueSent } from './queries.ts'
import { broadcast, type SendTimes } from './sending/broadcast.ts'
import { replaceStuck } from './sending/replace-stuck.ts'
import { takeNonces } from './sending/take-nonces.ts'
import { onNewWork } from './wake.ts'

/** Shared by all relayers of one key; see docs/locks.md. */
export const RELAYER_LOCK = 7_240_120
const OUTAGE_PAUSE_MS = 1_000
const UNDER_WAY_PAUSE_MS = 250

/**
 * Brings transactions to the chain, each once. Every round reads what is owed from the database and takes the next
 * step for each; nothing that matters is kept in memory, so a relayer can die anywhere and another goes on. One at a
 * time holds the lock of the key. That is for calm, not for safety: nonces are taken under a row lock, and the same
 * bytes may be sent by any number.
 */
export class Relayer {
  readonly #parts: RelayerParts
  readonly #sendTimes: SendTimes = new Map()
  #isStopped = false
  #running: Promise<void> | undefined
  #wake: (() => void) | undefined
  #isWokenEarly = false
  #waking: { end(): void } | undefined

  constructor(parts: RelayerParts) {
    this.#parts = parts
  }

  start(): void {
    this.#waking = onNewWork(() => {
      this.#isWokenEarly = true
      this.#wake?.()
    })
    this.#running = this.#run()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#waking?.end()
    this.#wake?.()
    await this.#running
  }

  /** One round over everything that is owed. Answers whether there is reason to go on at once. */
  async runOnce(): Promise<'busy' | 'under-way' | 'idle'> {
    const parts = this.#parts
    let sent = await listSent(parts.database.query, parts.sender)
    const taken = await takeNonces(parts, sent.length)
    if (taken > 0) sent = await listSent(parts.database.query, parts.sender)
    if (sent.length === 0) return 'idle'
    await broadcast(parts, sent, this.#sendTimes)
    const { outcomes, lost } = await findOutcomes(parts, sent)
    const unrecorded: unknown[] = []
    if (outcomes.length > 0) {
      parts.onStep('found')
      await recordOutcomes(parts, outcomes).catch((fault) => void unrecorded.push(fault))
    }
    for (const { id, reference, nonce } of lost) {
      log.warn(
        { reference, nonce: String(nonce) },
        'chain: a nonce was used by somebody else; taking another',
      )
      await requeueSent(parts.database.query, id, now())
    }
    const settled = new Set(outcomes.map(({ transaction }) => transaction.id))
    const open = sent.filter(({ id }) => !settled.has(id))
    this.#forgetSendTimes(open.flatMap(({ attempts }) => attempts.map(({ hash }) => hash)))
    await replaceStuck(
      parts,
      open.filter(({ id }) => !lost.some((one) => one.id === id)),
    )
    if (unrecorded.length > 0) throw unrecorded[0]
    return taken > 0 || settled.size > 0 ? 'busy' : 'under-way'
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      this.#isWokenEarly = false
      try {
        await this.#parts.lockDatabase.withSession(async ({ statement }) => {
          const [row] = await statement<{ isMine: boolean }>`
            select pg_try_advisory_lock(${RELAYER_LOCK}, hashtext(${this.#parts.sender})) as "isMine"`
          if (!row!.isMine) return
          try {
            await this.#relay(async () => void (await statement`select 1`))
          } finally {
            await statement`select pg_advisory_unlock(${RELAYER_LOCK}, hashtext(${this.#parts.sender}))`
          }
        })
        await this.#rest(OUTAGE_PAUSE_MS)
      } catch (fault) {
        const isAway = isUnavailable(fault)
        log.warn({ fault: isAway ? String(fault) : describeFault(fault) }, 'relayer: it starts again')
        await this.#rest(OUTAGE_PAUSE_MS)
      }
    }
  }

  /** Goes on for as long as the session that holds the lock is alive. */
  async #relay(checkLock: () => Promise<void>): Promise<void> {
    while (!this.#isStopped) {
      await checkLock()
      this.#isWokenEarly = false
      try {
        const state = await this.runOnce()
        if (state === 'idle') await this.#rest(this.#parts.settings.idleMs)
        if (state === 'under-way') await this.#rest(UNDER_WAY_PAUSE_MS)
      } catch (fault) {
        log.warn(
          { fault: fault instanceof RpcUnavailable ? fault.message : describeFault(fault) },
          'relayer: a round failed',
        )
        await this.#rest(OUTAGE_PAUSE_MS)
      }
    }
  }

  async #rest(milliseconds: number): Promise<void> {
    if (this.#isStopped || this.#isWokenEarly) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    this.#wake = undefined
  }

  #forgetSendTimes(open: string[]): void {
    const known = new Set(open)
    for (const hash of this.#sendTimes.keys()) if (!known.has(hash)) this.#sendTimes.delete(hash)
  }
}
