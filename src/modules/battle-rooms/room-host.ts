import { retryPauseMs } from '../../platform/concurrency/backoff.ts'
import { isPermanent } from '../../platform/db/database-error.ts'
import { log } from '../../platform/log.ts'
import type { Outcome } from '../battle-game/public/outcome.ts'
import type { BattleDeps } from '../battle-records/public/battle-deps.ts'
import { listSeats, type ProcessId } from '../battle-records/public/rooms.ts'
import type { RoomId } from '../battle-records/public/ticket.ts'
import type { SeatSettlement } from '../battle-results/public/settlement.ts'
import type { SettlementBatcher } from '../battle-results/public/settlement-batcher.ts'
import { CoalescedTimers } from './coalesced-timers.ts'
import type { CommandRouter } from './command-router.ts'
import { Journal } from './journal.ts'
import { LiveRoom, type RoomDeps } from './live-room.ts'
import type { RoomRecord } from './room-record.ts'

const SETTLE_RETRY_MS = 300
const STOP_TIMEOUT_MS = 5_000

/** Runs the rooms of this process: timers, journal, frames and settlement. */
export class RoomHost {
  readonly #deps: BattleDeps
  readonly #processId: ProcessId
  readonly #settlements: SettlementBatcher
  readonly #journal: Journal
  readonly #rooms = new Map<RoomId, LiveRoom>()
  readonly #roomDeps: RoomDeps
  #isStopping = false

  constructor(
    deps: BattleDeps,
    processId: ProcessId,
    settlements: SettlementBatcher,
    router: Pick<CommandRouter, 'connections' | 'resumePlayers'>,
  ) {
    this.#deps = deps
    this.#processId = processId
    this.#settlements = settlements
    this.#journal = new Journal(deps.platform, processId)
    this.#roomDeps = {
      rules: deps.rules,
      store: (roomId, input, effects) => this.#journal.append(roomId, input, effects),
      send: (to, frames) => router.connections.send(to, frames),
      sendToUser: (userId, frame) => deps.platform.connections.sendToUser(userId, frame),
      settle: (room, outcome) => this.#settle(room, outcome),
      timers: new CoalescedTimers((room) => room.advance()),
      drop: (room) => {
        this.#evict(room.id)
        // Another process hosts or has settled the room: the players resume there, or receive the end.
        router.resumePlayers(room.id)
      },
    }
  }

  get size(): number {
    return this.#rooms.size
  }

  local(roomId: RoomId): LiveRoom | undefined {
    return this.#rooms.get(roomId)
  }

  open(record: RoomRecord): LiveRoom {
    this.#journal.openRoom(record.room.id, record.pages)
    const room = new LiveRoom(record, this.#roomDeps)
    this.#rooms.set(room.id, room)
    return room
  }

  /** Loads players who joined by a room code after the room was opened here. */
  async loadNewSeats(room: LiveRoom): Promise<void> {
    for (const { seat, userId } of await listSeats(this.#deps.platform.db, [room.id]))
      room.assignSeat(seat, userId)
  }

  /** Disconnects players whose connection belongs to a process without a lease. */
  disconnectProcesses(alive: readonly ProcessId[]): void {
    for (const room of [...this.#rooms.values()])
      if (!room.hasEnded) room.disconnectProcesses((processId) => !alive.includes(processId))
  }

  /** Ends the retries of failed settlements. */
  stopRetrying(): void {
    this.#isStopping = true
  }

  /** Stores the current time of all battles in the journal. Returns the rooms, which the caller closes. */
  async suspend(): Promise<LiveRoom[]> {
    const rooms = [...this.#rooms.values()]
    for (const room of rooms) room.suspend()
    await this.#journal.close(STOP_TIMEOUT_MS)
    return rooms
  }

  /** Retries until the battle is settled, here or by another process. */
  async #settle(room: LiveRoom, outcome: Outcome): Promise<SeatSettlement[] | undefined> {
    const battle = { roomId: room.id, hostProcessId: this.#processId, outcome, wasPlayed: room.hasStarted }
    for (let attempt = 1; ; attempt++) {
      try {
        const settled = await (attempt === 1
          ? this.#settlements.settle(battle)
          : this.#settlements.settleAlone(battle))
        if (settled) setTimeout(() => this.#evict(room.id), this.#deps.rules.rematchWindowMs).unref()
        return settled
      } catch (error) {
        log.error({ error: String(error), roomId: room.id }, 'battle-rooms: settlement failed, retrying')
        if (this.#isStopping) return undefined
        // A statement that the server rejects needs a person: the pauses grow, so that the log stays readable.
        await Bun.sleep(isPermanent(error) ? retryPauseMs(attempt, SETTLE_RETRY_MS) : SETTLE_RETRY_MS)
        if (this.#isStopping) return undefined
      }
    }
  }

  #evict(roomId: RoomId): void {
    this.#rooms.delete(roomId)
    this.#journal.closeRoom(roomId)
  }
}
