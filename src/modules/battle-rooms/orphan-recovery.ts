import { now } from '../../platform/clock.ts'
import { isRetryable, isTimeout, isUnavailable, isUniqueViolation } from '../../platform/db/database-error.ts'
import { Refusal } from '../../platform/errors.ts'
import { log } from '../../platform/log.ts'
import type { BattleDeps } from '../battle-records/public/battle-deps.ts'
import { listHostedRooms } from '../battle-records/public/journal-pages.ts'
import type { ProcessId } from '../battle-records/public/rooms.ts'
import type { RoomId } from '../battle-records/public/ticket.ts'
import { cancelUnrecoverableRoom } from './cancel-unrecoverable-room.ts'

/** What orphan recovery does with a room. */
export interface RecoveryActions {
  /** Takes it up here, when it is not here already. */
  claim(roomId: RoomId): Promise<unknown>
  /** Nobody came in time. */
  cancel(roomId: RoomId): Promise<unknown>
}

/** Recovers rooms without a live host, and cancels rooms whose players never came. */
export class OrphanRecovery {
  readonly #deps: BattleDeps
  readonly #actions: RecoveryActions
  /** Rooms that could not be taken up, as was said. */
  readonly #unclaimable = new Set<RoomId>()

  constructor(deps: BattleDeps, actions: RecoveryActions) {
    this.#deps = deps
    this.#actions = actions
  }

  async claimOrphans(roomIds: RoomId[]): Promise<void> {
    await this.#each(roomIds, (roomId) => this.#actions.claim(roomId))
  }

  /** A taking whose answer was lost leaves a room that is ours and that we do not know. */
  async reclaimOwnRooms(processId: ProcessId): Promise<void> {
    const own = await listHostedRooms(this.#deps.platform.db, processId)
    await this.#each(own, (roomId) => this.#actions.claim(roomId))
  }

  async cancelOverdue(roomIds: RoomId[]): Promise<void> {
    await this.#each(roomIds, (roomId) => this.#actions.cancel(roomId))
  }

  /** Handles each room separately, so that a failure in one does not delay refunds in the others. */
  async #each(roomIds: RoomId[], work: (roomId: RoomId) => Promise<unknown>): Promise<void> {
    for (const roomId of roomIds) {
      try {
        await work(roomId)
        this.#unclaimable.delete(roomId)
      } catch (fault) {
        // Its old keeper has written in the same moment: there is more to read, and we look again.
        if (isUniqueViolation(fault)) continue
        // A bad moment of the database says nothing of the room.
        if (fault instanceof Refusal || isUnavailable(fault) || isTimeout(fault) || isRetryable(fault)) {
          log.warn(
            { fault: String(fault), roomId },
            'battle-rooms: claiming an orphaned room failed, retrying',
          )
          continue
        }
        // Said once; it is looked at again with every beat.
        if (!this.#unclaimable.has(roomId))
          log.error({ fault: String(fault), roomId }, 'battle-rooms: orphaned room cannot be claimed')
        this.#unclaimable.add(roomId)
        await this.#cancelUnrecoverable(roomId)
      }
    }
  }

  async #cancelUnrecoverable(roomId: RoomId): Promise<void> {
    const { platform, rules } = this.#deps
    try {
      if (!(await platform.write((tx) => cancelUnrecoverableRoom(tx, { roomId, rules, now: now() })))) return
      this.#unclaimable.delete(roomId)
      log.error({ roomId }, 'battle-rooms: unrecoverable room cancelled, stakes refunded')
    } catch (fault) {
      log.warn(
        { fault: String(fault), roomId },
        'battle-rooms: cancelling an unrecoverable room failed, retrying',
      )
    }
  }
}
