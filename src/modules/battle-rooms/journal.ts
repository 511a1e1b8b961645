import { createThrottle } from '../../platform/concurrency/throttle.ts'
import { log } from '../../platform/log.ts'
import type { Platform } from '../../platform/platform.ts'
import type { BattleInput } from '../battle-game/public/play.ts'
import { insertPages, listPagesWrittenBy, type NewPage } from '../battle-records/public/journal-pages.ts'
import type { ProcessId } from '../battle-records/public/rooms.ts'
import type { RoomId } from '../battle-records/public/ticket.ts'

const RETRY_MS = 200
/** Minimum time between two writes: a single input is written immediately, concurrent inputs in batches. */
const BATCH_INTERVAL_MS = 15

interface PendingPage {
  inputs: BattleInput[]
  hasStarted: boolean
  onStored: (() => void)[]
  onLost: () => void
}

/**
 * Stores the inputs of the rooms of this process. Inputs of all rooms that arrive during a write are stored together
 * by the next write: one statement and one commit for many answers.
 */
export class Journal {
  readonly #platform: Platform
  readonly #processId: ProcessId
  readonly #pageCounts = new Map<RoomId, number>()
  #pending = new Map<RoomId, PendingPage>()
  #writing: Promise<void> | undefined
  #isClosed = false
  readonly #throttle = createThrottle(BATCH_INTERVAL_MS)

  constructor(platform: Platform, processId: ProcessId) {
    this.#platform = platform
    this.#processId = processId
  }

  /** Registers a room that has `pages` stored pages. */
  openRoom(roomId: RoomId, pages: number): void {
    this.#pageCounts.set(roomId, pages)
  }

  closeRoom(roomId: RoomId): void {
    this.#pageCounts.delete(roomId)
    this.#pending.delete(roomId)
  }

  /** Calls `onStored` after the commit, or `onLost` if another process has claimed the room. */
  append(
    roomId: RoomId,
    input: BattleInput,
    effects: { hasStarted: boolean; onStored: () => void; onLost: () => void },
  ): void {
    const pending = this.#pending.get(roomId)
    if (pending) {
      pending.inputs.push(input)
      pending.hasStarted ||= effects.hasStarted
      pending.onStored.push(effects.onStored)
    } else {
      const { hasStarted, onStored, onLost } = effects
      this.#pending.set(roomId, { inputs: [input], hasStarted, onStored: [onStored], onLost })
    }
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined
    })
  }

  /** Waits until all pending inputs are stored, at most `timeoutMs`. */
  async close(timeoutMs: number): Promise<void> {
    const written = (async () => {
      while (this.#writing) await this.#writing
    })()
    await Promise.race([written, Bun.sleep(timeoutMs)])
    this.#isClosed = true
  }

  async #writeAll(): Promise<void> {
    // Includes all inputs of the current turn of the event loop.
    await Promise.resolve()
    while (this.#pending.size > 0) {
      await this.#throttle()
      const batch = this.#pending
      this.#pending = new Map()
      const pages = [...batch].map(([roomId, { inputs, hasStarted }]) => ({
        roomId,
        number: (this.#pageCounts.get(roomId) ?? 0) + 1,
        inputs,
        hasStarted,
      }))
      const stored = await this.#write(pages)
      for (const { roomId, number } of pages) {
        const { onStored, onLost } = batch.get(roomId)!
        if (!stored.has(roomId)) guarded(onLost)
        else {
          this.#pageCounts.set(roomId, number)
          for (const effect of onStored) guarded(effect)
        }
      }
    }
  }

  /** Returns the rooms whose page is stored. A write that failed may have committed, so it is repeated unchanged. */
  async #write(pages: NewPage[]): Promise<Set<RoomId>> {
    while (!this.#isClosed) {
      try {
        const { db, autocommitDb } = this.#platform
        const written = await insertPages(autocommitDb, this.#processId, pages)
        if (written === pages.length) return new Set(pages.map(({ roomId }) => roomId))
        return new Set(await listPagesWrittenBy(db, this.#processId, pages))
      } catch (error) {
        log.warn(
          { error: String(error), rooms: pages.length },
          'battle-rooms: journal write failed, retrying',
        )
        await Bun.sleep(RETRY_MS)
      }
    }
    return new Set()
  }
}

/** A failure in one room does not affect the others. */
function guarded(effect: () => void): void {
  try {
    effect()
  } catch (error) {
    log.error({ error }, 'battle-rooms: journal callback failed')
  }
}
