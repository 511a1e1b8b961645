import { now } from '../../platform/clock.ts'
import { OutageLog } from '../../platform/outage-log.ts'
import type { BattleDeps } from '../battle-records/public/battle-deps.ts'
import { type HeartbeatResult, recordHeartbeat } from '../battle-records/public/processes.ts'
import type { ProcessId } from '../battle-records/public/rooms.ts'

/** Renews the lease of this process every `heartbeatMs` and passes on what each heartbeat finds. */
export class ProcessHeartbeat {
  readonly #deps: BattleDeps
  readonly #processId: ProcessId
  readonly #onResult: (result: HeartbeatResult, beat: number) => Promise<void>
  readonly #outage = new OutageLog('battle-rooms')
  #timer: Timer | undefined
  #last: Promise<void> = Promise.resolve()
  #count = 0

  constructor(
    deps: BattleDeps,
    processId: ProcessId,
    onResult: (result: HeartbeatResult, beat: number) => Promise<void>,
  ) {
    this.#deps = deps
    this.#processId = processId
    this.#onResult = onResult
  }

  async start(): Promise<void> {
    await this.#record()
    this.#timer = setInterval(() => {
      this.#last = this.#last
        .then(async () => this.#onResult(await this.#record(), this.#count++))
        .then(() => this.#outage.succeeded())
        .catch((error) => this.#outage.failed(error, 'heartbeat failed'))
    }, this.#deps.rules.heartbeatMs)
  }

  /** Waits for the heartbeat in progress. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#last
  }

  #record(): Promise<HeartbeatResult> {
    const { platform, rules } = this.#deps
    return recordHeartbeat(platform.autocommitDb, { id: this.#processId, now: now(), leaseMs: rules.leaseMs })
  }
}
