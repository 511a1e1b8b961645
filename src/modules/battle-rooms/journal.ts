import { createThrottle } from '../../platform/concurrency/throttle.ts'
import { log } from '../../platform/log.ts'
import type { Platform } from '../../platform/platform.ts'
import type { BattleInput } from '../battle-game/public/play.ts'
import { insertPages, listPagesWrittenBy, type NewPage } from '../battle-records/public/journal-pages.ts'
import type { ProcessId } from '../battle-records/public/rooms.ts'
import type { RoomId } from '../battle-records/public/ticket.ts'

const RETRY_MS = 200
/** One that comes alone is written at once; where many come, so often is enough, and costs a fraction. */
const BATCH_INTERVAL_MS = 15

interface PendingPage {
  inputs: BattleInput[]
  hasBegun: boolean
  onStored: (() => void)[]
  onLost: () => void
}

/**
 * Writes what moves the battles of this process, before anybody is told of it. All that came while the last writing
 * was under way goes into the next one, whichever room it is of: one statement and one commit for many answers.
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

  /** A room is kept here from now on, with so many pages written. */
  openRoom(roomId: RoomId, pages: number): void {
    this.#pageCounts.set(roomId, pages)
  }

  closeRoom(roomId: RoomId): void {
    this.#pageCounts.delete(roomId)
    this.#pending.delete(roomId)
  }

  /** `onStored` is called when it is safe, `onLost` instead when another process has taken the room meanwhile. */
  append(
    roomId: RoomId,
    input: BattleInput,
    effects: { hasBegun: boolean; onStored: () => void; onLost: () => void },
  ): void {
    const pending = this.#pending.get(roomId)
    if (pending) {
      pending.inputs.push(input)
      pending.hasBegun ||= effects.hasBegun
      pending.onStored.push(effects.onStored)
    } else {
      const { hasBegun, onStored, onLost } = effects
      this.#pending.set(roomId, { inputs: [input], hasBegun, onStored: [onStored], onLost })
    }
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined
    })
  }

  /** Writes what waits; a database that does not answer is not waited for without end. */
  async close(timeoutMs: number): Promise<void> {
    const written = (async () => {
      while (this.#writing) await this.#writing
    })()
    await Promise.race([written, Bun.sleep(timeoutMs)])
    this.#isClosed = true
  }

  async #writeAll(): Promise<void> {
    // What else this turn of the loop brings goes along.
    await Promise.resolve()
    while (this.#pending.size > 0) {
      await this.#throttle()
      const batch = this.#pending
      this.#pending = new Map()
      const pages = [...batch].map(([roomId, { inputs, hasBegun }]) => ({
        roomId,
        number: (this.#pageCounts.get(roomId) ?? 0) + 1,
        inputs,
        hasBegun,
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

  /** The rooms whose page is written. A writing that failed may be done or not: the same again tells. */
  async #write(pages: NewPage[]): Promise<Set<RoomId>> {
    while (!this.#isClosed) {
      try {
        const { db } = this.#platform
        const written = await insertPages(db, this.#processId, pages)
        if (written === pages.length) return new Set(pages.map(({ roomId }) => roomId))
        return new Set(await listPagesWrittenBy(db, this.#processId, pages))
      } catch (fault) {
        log.warn(
          { fault: String(fault), rooms: pages.length },
          'battle-rooms: journal write failed, retrying',
        )
        await Bun.sleep(RETRY_MS)
      }
    }
    return new Set()
  }
}

/** One room's fault is not another's. */
function guarded(effect: () => void): void {
  try {
    effect()
  } catch (fault) {
    log.error({ fault }, 'battle-rooms: journal callback failed')
  }
}
