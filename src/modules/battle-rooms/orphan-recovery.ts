import { now } from '../../platform/clock.ts'
import { isRetryable, isTimeout, isUnavailable, isUniqueViolation } from '../../platform/db/database-error.ts'
import { Refusal } from '../../platform/errors.ts'
import { log } from '../../platform/log.ts'
import type { BattleDeps } from '../battle-records/public/battle-deps.ts'
import { listHostedRooms } from '../battle-records/public/processes.ts'
import type { ProcessId } from '../battle-records/public/rooms.ts'
import type { RoomId } from '../battle-records/public/ticket.ts'
import { cancelUnrecoverableRoom } from './cancel-unrecoverable-room.ts'

/** What orphan recovery does with a room. */
interface RecoveryActions {
  /** Claims the room, unless this process hosts it already. */
  claim(roomId: RoomId): Promise<unknown>
  /** Cancels a room whose start deadline has passed. */
  cancel(roomId: RoomId): Promise<unknown>
}

/** Recovers rooms without a live host, and cancels rooms whose players never came. */
export class OrphanRecovery {
  readonly #deps: BattleDeps
  readonly #actions: RecoveryActions
  /** Rooms whose failed claim was logged. */
  readonly #unclaimable = new Set<RoomId>()

  constructor(deps: BattleDeps, actions: RecoveryActions) {
    this.#deps = deps
    this.#actions = actions
  }

  async claimOrphans(roomIds: RoomId[]): Promise<void> {
    await this.#each(roomIds, (roomId) => this.#actions.claim(roomId))
  }

  /** Opens rooms that are claimed in the database but not in memory, because the commit response was lost. */
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
      } catch (error) {
        // The previous host wrote a page at the same time: the next heartbeat reads it and retries.
        if (isUniqueViolation(error)) continue
        // A temporary failure of the database says nothing about the room.
        if (error instanceof Refusal || isUnavailable(error) || isTimeout(error) || isRetryable(error)) {
          log.warn(
            { error: String(error), roomId },
            'battle-rooms: claiming an orphaned room failed, retrying',
          )
          continue
        }
        // Logged once; every heartbeat retries.
        if (!this.#unclaimable.has(roomId))
          log.error({ error: String(error), roomId }, 'battle-rooms: orphaned room cannot be claimed')
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
    } catch (error) {
      log.warn(
        { error: String(error), roomId },
        'battle-rooms: cancelling an unrecoverable room failed, retrying',
      )
    }
  }
}
