import { now } from '../../../platform/clock.ts'
import { isRetryable, isTimeout, isUnavailable, isUniqueViolation } from '../../../platform/db/faults.ts'
import { Refusal } from '../../../platform/errors.ts'
import { log } from '../../../platform/log.ts'
import type { BattleParts } from '../battles.ts'
import { giveUpRoom } from '../rooms/give-up-room.ts'
import type { ProcessId } from '../rooms/queries.ts'
import type { RoomId } from '../ticket.ts'
import { listOwnRooms } from './queries.ts'

/** What is done for a room that somebody left behind. */
export interface Care {
  /** Takes it up here, when it is not here already. */
  take(roomId: RoomId): Promise<unknown>
  /** Nobody came in time. */
  callOff(roomId: RoomId): Promise<unknown>
}

/** Looks after rooms that were left behind: by a process that has ended, or by players who never came. */
export class LeftBehind {
  readonly #parts: BattleParts
  readonly #care: Care
  /** Rooms that could not be taken up, as was said. */
  readonly #stuck = new Set<RoomId>()

  constructor(parts: BattleParts, care: Care) {
    this.#parts = parts
    this.#care = care
  }

  async takeOrphans(roomIds: RoomId[]): Promise<void> {
    await this.#each(roomIds, (roomId) => this.#care.take(roomId))
  }

  /** A taking whose answer was lost leaves a room that is ours and that we do not know. */
  async takeOwn(processId: ProcessId): Promise<void> {
    const own = await listOwnRooms(this.#parts.platform.db, processId)
    await this.#each(own, (roomId) => this.#care.take(roomId))
  }

  async callOffOverdue(roomIds: RoomId[]): Promise<void> {
    await this.#each(roomIds, (roomId) => this.#care.callOff(roomId))
  }

  /** One room's fault is not another's: whoever waits for their stake gets it, whatever became of the room before. */
  async #each(roomIds: RoomId[], work: (roomId: RoomId) => Promise<unknown>): Promise<void> {
    for (const roomId of roomIds) {
      try {
        await work(roomId)
        this.#stuck.delete(roomId)
      } catch (fault) {
        // Its old keeper has written in the same moment: there is more to read, and we look again.
        if (isUniqueViolation(fault)) continue
        // A bad moment of the database says nothing of the room.
        if (fault instanceof Refusal || isUnavailable(fault) || isTimeout(fault) || isRetryable(fault)) {
          log.warn(
            { fault: String(fault), roomId },
            'battles: a room that was left behind is looked at again',
          )
          continue
        }
        // Said once; it is looked at again with every beat.
        if (!this.#stuck.has(roomId))
          log.error(
            { fault: String(fault), roomId },
            'battles: a room that was left behind is not taken care of',
          )
        this.#stuck.add(roomId)
        await this.#giveUp(roomId)
      }
    }
  }

  async #giveUp(roomId: RoomId): Promise<void> {
    const { platform, rules } = this.#parts
    try {
      if (!(await platform.write((tx) => giveUpRoom(tx, { roomId, rules, now: now() })))) return
      this.#stuck.delete(roomId)
      log.error({ roomId }, 'battles: a room that nobody can take up is called off, with the stakes back')
    } catch (fault) {
      log.warn({ fault: String(fault), roomId }, 'battles: a room is not given up yet')
    }
  }
}
