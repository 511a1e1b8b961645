import { monotonicMs, now } from '../../platform/clock.ts'
import { alignedPauseMs } from '../../platform/concurrency/aligned-pause.ts'
import { Poller } from '../../platform/concurrency/poller.ts'
import { OutageLog } from '../../platform/outage-log.ts'
import type { BattleDeps } from '../battle-records/public/battle-deps.ts'
import { type HeartbeatResult, recordHeartbeat } from '../battle-records/public/processes.ts'
import type { ProcessId } from '../battle-records/public/rooms.ts'

/**
 * Renews the lease of this process every `heartbeatMs` and passes on what each heartbeat finds. When no room of the cluster
 * has been open for `idleAfterMs`, it does so less often, with a longer lease.
 */
export class ProcessHeartbeat {
  readonly #deps: BattleDeps
  readonly #processId: ProcessId
  readonly #onResult: (result: HeartbeatResult, beat: number) => Promise<void>
  readonly #outage = new OutageLog('battle-rooms')
  readonly #poller = new Poller()
  /** The last statement, so that a longer lease is never stored after a shorter one. */
  #recording: Promise<unknown> = Promise.resolve()
  #count = 0
  #activeUntilMs = 0
  #hasOpenRooms = false
  /** The stored lease is the longer one, or may be. */
  #isResting = false
  #activating: Promise<void> | undefined

  constructor(
    deps: BattleDeps,
    processId: ProcessId,
    onResult: (result: HeartbeatResult, beat: number) => Promise<void>,
  ) {
    this.#deps = deps
    this.#processId = processId
    this.#onResult = onResult
  }

  get isResting(): boolean {
    return this.#isResting
  }

  async start(): Promise<void> {
    this.#stayActive()
    await this.#record()
    this.#poller.start(() => this.#run())
  }

  /** A room opens: when this returns, the stored lease is the short one. */
  async activate(): Promise<void> {
    this.#stayActive()
    if (!this.#isResting) return
    this.#activating ??= this.#record()
      .then(() => this.#poller.wake())
      .finally(() => {
        this.#activating = undefined
      })
    await this.#activating
  }

  /** Waits for the heartbeat in progress. */
  stop(): Promise<void> {
    return this.#poller.stop()
  }

  async #run(): Promise<void> {
    while (!this.#poller.isStopped) {
      const { heartbeatMs, idleHeartbeatMs } = this.#deps.rules
      this.#poller.beginRound()
      await this.#poller.sleep(this.#isResting ? alignedPauseMs(idleHeartbeatMs) : heartbeatMs)
      if (this.#poller.isStopped) return
      try {
        const result = await this.#record()
        await this.#onResult(result, this.#count++)
        this.#outage.succeeded()
      } catch (error) {
        this.#outage.failed(error, 'heartbeat failed')
      }
    }
  }

  #stayActive(): void {
    this.#activeUntilMs = monotonicMs() + this.#deps.rules.idleAfterMs
  }

  #record(): Promise<HeartbeatResult> {
    const recording = this.#recording.then(() => this.#recordNow())
    this.#recording = recording.catch(() => undefined)
    return recording
  }

  async #recordNow(): Promise<HeartbeatResult> {
    const { platform, rules } = this.#deps
    const isIdle = !this.#hasOpenRooms && monotonicMs() > this.#activeUntilMs
    if (isIdle) this.#isResting = true
    const result = await recordHeartbeat(platform.autocommitDb, {
      id: this.#processId,
      now: now(),
      leaseMs: isIdle ? rules.idleLeaseMs : rules.leaseMs,
    })
    if (!isIdle) this.#isResting = false
    this.#hasOpenRooms = result.hasOpenRooms
    if (result.hasOpenRooms) this.#stayActive()
    return result
  }
}
