import { monotonicMs, nowMs } from '../../platform/clock.ts'
import type { UserId } from '../../platform/ids.ts'
import { log } from '../../platform/log.ts'
import type { OutFrame } from '../../platform/websockets/connection.ts'
import { ackFrame } from '../../platform/websockets/reply-frames.ts'
import type { Battle, SeatNumber } from '../battle-game/public/battle.ts'
import { type Outcome, outcomeOf } from '../battle-game/public/outcome.ts'
import { type BattleInput, play } from '../battle-game/public/play.ts'
import { endFrame } from '../battle-game/public/player-frames.ts'
import type { BattleRules } from '../battle-game/public/rules.ts'
import { nextTimerAt } from '../battle-game/public/timers.ts'
import type { ProcessId } from '../battle-records/public/rooms.ts'
import type { RoomId } from '../battle-records/public/ticket.ts'
import type { SeatSettlement } from '../battle-results/public/settlement.ts'
import type { CoalescedTimers } from './coalesced-timers.ts'
import { errors } from './errors.ts'
import { PendingAcks } from './pending-acks.ts'
import { PlayerOutbox } from './player-outbox.ts'
import { framesForSeats, replay } from './replay.ts'
import { type ClientAddress, frameTypeOf, NO_SOCKET, type RoomCommand } from './room-command.ts'
import type { RoomRecord } from './room-record.ts'

/** What a room needs from the process that hosts it. */
export interface RoomDeps {
  rules: BattleRules
  /** Stores an input; exactly one of the callbacks follows. */
  store(
    roomId: RoomId,
    input: BattleInput,
    effects: { hasStarted: boolean; onStored: () => void; onLost: () => void },
  ): void
  send(to: ClientAddress, frames: readonly OutFrame[]): void
  /** Sends a frame to all connections of a player who takes part with none of them. */
  sendToUser(userId: UserId, frame: OutFrame): void
  /** Settles the battle; undefined if another process has claimed the room. */
  settle(room: LiveRoom, outcome: Outcome): Promise<SeatSettlement[] | undefined>
  /** This process no longer hosts the room. */
  drop(room: LiveRoom): void
  /** Calls `advance` at the scheduled time. */
  timers: CoalescedTimers<LiveRoom>
}

/**
 * One hosted battle in memory. Frames are sent only after the input that caused them is committed, so a process that
 * claims the room after a crash knows at least what the players know. Sent frames are not stored; missed frames are
 * rebuilt by replaying the inputs.
 */
export class LiveRoom {
  readonly id: RoomId
  readonly #deps: RoomDeps
  readonly #record: RoomRecord
  readonly #outboxes: readonly [PlayerOutbox, PlayerOutbox]
  #battle: Battle
  #settlement: { outcome: Outcome; seats: SeatSettlement[] } | undefined
  /** The scheduled time, and the due time it was scheduled for. */
  #timer: number | undefined
  #timerFor: number | null = null
  #unstored = 0
  readonly #acks = new PendingAcks()
  /** The time of the last input: time never goes back, even if the clock does. */
  #lastAt: number
  #isSettling = false
  #isClosed = false

  readonly #clockOffset = nowMs() - monotonicMs()

  constructor(record: RoomRecord, deps: RoomDeps) {
    this.id = record.room.id
    this.#deps = deps
    this.#record = record
    const { battle, seatFrames } = replay(record, deps.rules)
    this.#battle = battle
    this.#lastAt = record.inputs.at(-1)?.at ?? 0
    const outbox = (seat: SeatNumber) =>
      new PlayerOutbox(record.seats.find((row) => row.seat === seat)?.userId, seatFrames[seat].length)
    this.#outboxes = [outbox(0), outbox(1)]
    this.#reschedule()
  }

  hasUser(userId: UserId): boolean {
    return this.#seatOf(userId) !== undefined
  }

  #seatOf(userId: UserId): SeatNumber | undefined {
    const [one, other] = this.#outboxes
    if (one.userId === userId) return 0
    return other.userId === userId ? 1 : undefined
  }

  get hasStarted(): boolean {
    return this.#battle.startedAt !== null
  }

  get hasEnded(): boolean {
    return this.#battle.phase.name === 'ENDED'
  }

  /** Seats a player who joined by a room code after the room was opened. */
  assignSeat(seat: SeatNumber, userId: UserId): void {
    this.#outboxes[seat].userId ??= userId
  }

  /** Treats players connected to a dead process as disconnected. */
  disconnectProcesses(isGone: (processId: ProcessId) => boolean): void {
    for (const { userId, client } of this.#outboxes)
      if (userId && client && isGone(client.processId)) this.receive(userId, client, { type: 'left' })
  }

  /** Throws refusals. A command with an id is acknowledged when its inputs are committed. */
  receive(userId: UserId, client: ClientAddress, command: RoomCommand, id?: string): void {
    const seat = this.#seatOf(userId)
    if (seat === undefined || this.#isClosed) throw errors.room_not_found()
    this.#receiveFrom(seat, client, command)
    if (id === undefined) return
    const ack = ackFrame({ replyTo: frameTypeOf(command), id })
    this.#acks.add(() => this.#deps.send(client, [ack]))
  }

  #receiveFrom(seat: SeatNumber, client: ClientAddress, command: RoomCommand): void {
    const at = this.#tick()
    const outbox = this.#outboxes[seat]
    if (command.type === 'left') {
      // Another connection of the same player has replaced this one.
      if (outbox.client?.connectionId !== client.connectionId) return
      outbox.client = undefined
      if (!this.hasEnded) this.#apply({ type: 'left', seat, at })
      return
    }
    if (command.type === 'join') {
      this.#limitWait(command.readyBy)
      return
    }
    if (command.type === 'cancel') {
      if (this.hasStarted) throw errors.battle_begun()
      if (!this.hasEnded) this.#apply({ type: 'forfeit', seat, at })
      return
    }
    const isNew = client.connectionId !== NO_SOCKET && outbox.client?.connectionId !== client.connectionId
    if (isNew) this.#attach(outbox, client)
    if (command.type === 'resume') {
      this.#sendMissedFrames(seat, client, command.lastSeq)
      // Before the start, resuming makes the player ready; afterwards it ends the absence.
      if (!this.hasEnded) this.#apply({ type: 'ready', seat, at })
    } else if (command.type === 'answer') {
      const { questionId, option } = command
      if (this.#battle.seats[seat].awaySince !== null) this.#apply({ type: 'back', seat, at })
      this.#apply({ type: 'answer', seat, questionId, option, at })
    } else {
      // A new connection that does not resume has received no frames yet.
      if (isNew && this.hasStarted) this.#sendMissedFrames(seat, client, 0)
      this.#apply({ type: command.type, seat, at })
    }
  }

  /** The row of the room has the same deadline, so a process that claims the room replays the battle with it. */
  #limitWait(readyBy: number): void {
    const { phase } = this.#battle
    if (phase.name !== 'WAITING' || phase.until <= readyBy) return
    this.#record.room = { ...this.#record.room, startDeadline: new Date(readyBy) }
    this.#battle = { ...this.#battle, phase: { ...phase, until: readyBy } }
    this.#reschedule()
  }

  /** Sends the committed frames after `lastSeq`. */
  #sendMissedFrames(seat: SeatNumber, client: ClientAddress, lastSeq: number): void {
    const { releasedCount: released } = this.#outboxes[seat]
    if (lastSeq >= released) return
    const frames = replay(this.#record, this.#deps.rules).seatFrames[seat]
    const end = this.#endFrameFor(seat, frames.length + 1)
    this.#deps.send(client, (end ? [...frames, end] : frames).slice(lastSeq, released))
  }

  #endFrameFor(seat: SeatNumber, seq: number): OutFrame | undefined {
    const own = this.#settlement?.seats.find((settled) => settled.seat === seat)
    return own && { ...endFrame(this.#settlement!.outcome, seat, own), roomId: this.id, seq }
  }

  #attach(outbox: PlayerOutbox, client: ClientAddress): void {
    const before = outbox.client
    outbox.client = client
    if (!before) return
    const { code, message } = errors.battle_elsewhere()
    this.#deps.send(before, [{ type: 'error', data: { code, message, replyTo: '' }, roomId: this.id }])
  }

  /**
   * The time of the room: the wall clock when the room was opened here, and the monotonic clock since then. A step of the
   * wall clock neither ends a round nor stops the battle.
   */
  #now(): number {
    return Math.floor(this.#clockOffset + monotonicMs())
  }

  /** Fires the timers that are due and returns the current time. */
  #tick(): number {
    const at = Math.max(this.#now(), this.#lastAt)
    const due = nextTimerAt(this.#battle)
    if (due !== null && due <= at) this.#apply({ type: 'time', at })
    return at
  }

  /** Throws refusals; the battle is then unchanged. `isMark` stores the input even if it changes nothing. */
  #apply(input: BattleInput, isMark = false): void {
    const wasStarted = this.hasStarted
    const { battle, events } = play(this.#battle, input)
    if (battle === this.#battle && !isMark) return
    this.#battle = battle
    this.#lastAt = Math.max(this.#lastAt, input.at)
    this.#record.inputs.push(input)
    const [one, other] = this.#outboxes
    const seatFrames = framesForSeats(this.id, battle, events, [one.queuedCount, other.queuedCount])
    one.enqueue(seatFrames[0])
    other.enqueue(seatFrames[1])
    const safe = [one.queuedCount, other.queuedCount] as const
    this.#unstored++
    this.#acks.onAppended()
    this.#deps.store(this.id, input, {
      hasStarted: !wasStarted && this.hasStarted,
      onStored: () => {
        this.#unstored--
        this.#release(safe)
        this.#acks.onStored()
        if (this.hasEnded && this.#unstored === 0) this.#settle()
      },
      onLost: () => this.close(),
    })
    this.#reschedule()
  }

  #release(safe: readonly [number, number]): void {
    if (this.#isClosed) return
    for (const seat of [0, 1] as const) {
      const outbox = this.#outboxes[seat]
      const frames = outbox.release(safe[seat])
      if (outbox.client && frames.length > 0) this.#deps.send(outbox.client, frames)
    }
  }

  /** Most inputs do not change the next timer. */
  #reschedule(): void {
    const due = nextTimerAt(this.#battle)
    if (this.#isClosed || (due !== null && due === this.#timerFor)) return
    this.#cancelTimer()
    this.#timerFor = due
    if (due !== null) this.#timer = this.#deps.timers.schedule(this, due - this.#clockOffset)
    else if (this.#unstored === 0) this.#settle()
  }

  #cancelTimer(): void {
    if (this.#timer !== undefined) this.#deps.timers.cancel(this, this.#timer)
    this.#timer = undefined
  }

  /** Called by the timer. */
  advance(): void {
    this.#timer = undefined
    this.#timerFor = null
    if (this.#isClosed) return
    try {
      this.#tick()
      // A timer can fire early and must then be scheduled again.
      this.#reschedule()
    } catch (error) {
      log.error({ error, roomId: this.id }, 'battle-rooms: timer failed, room closed')
      this.close()
    }
  }

  #settle(): void {
    if (this.#isSettling || this.#isClosed) return
    this.#isSettling = true
    const outcome = outcomeOf(this.#battle)
    void this.#deps.settle(this, outcome).then((settled) => {
      if (!settled) return this.close()
      this.#settlement = { outcome, seats: settled }
      for (const { seat, userId } of settled) {
        const outbox = this.#outboxes[seat]
        const end = this.#endFrameFor(seat, outbox.queuedCount + 1)!
        outbox.enqueue([end])
        // A player who is not ready yet must learn that the room is closed.
        if (!outbox.client && !this.hasStarted) this.#deps.sendToUser(userId, end)
      }
      this.#release([this.#outboxes[0].queuedCount, this.#outboxes[1].queuedCount])
    })
  }

  /** Stores the current time, so that the time until the next host claims the room does not count. */
  suspend(): void {
    const at = Math.max(this.#now(), this.#lastAt)
    if (!this.hasEnded && this.hasStarted) this.#apply({ type: 'time', at }, true)
    this.#cancelTimer()
  }

  /** Stops the room in this process; another process may host it. */
  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#acks.clear()
    this.#cancelTimer()
    this.#deps.drop(this)
  }
}
