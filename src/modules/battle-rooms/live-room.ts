import { nowMs } from '../../platform/clock.ts'
import type { UserId } from '../../platform/ids.ts'
import { log } from '../../platform/log.ts'
import type { OutFrame } from '../../platform/websockets/connection.ts'
import { errors } from '../battle-game/errors.ts'
import type { Battle, SeatNumber } from '../battle-game/public/battle.ts'
import { type Outcome, outcomeOf } from '../battle-game/public/outcome.ts'
import { type BattleInput, play } from '../battle-game/public/play.ts'
import { endFrame } from '../battle-game/public/player-frames.ts'
import type { BattleRules } from '../battle-game/public/rules.ts'
import { nextTimerAt } from '../battle-game/public/timers.ts'
import type { ProcessId } from '../battle-records/public/rooms.ts'
import type { RoomId } from '../battle-records/public/ticket.ts'
import type { SeatSettlement } from '../battle-results/public/settlement.ts'
import type { Difficulty } from '../questions/public/question.ts'
import type { CoalescedTimers } from './coalesced-timers.ts'
import { PlayerOutbox } from './player-outbox.ts'
import { framesForSeats, replay } from './replay.ts'
import { type ClientAddress, NO_SOCKET, type RoomCommand } from './room-command.ts'
import type { RoomRecord } from './room-record.ts'

/** What a room needs from the process that hosts it. */
export interface RoomDeps {
  rules: BattleRules
  /** Writes an input; exactly one of the effects follows. */
  store(
    roomId: RoomId,
    input: BattleInput,
    effects: { hasBegun: boolean; onStored: () => void; onLost: () => void },
  ): void
  send(to: ClientAddress, frames: readonly OutFrame[]): void
  /** Settles and gives the parts of the seats; undefined when the room is another process's by now. */
  settle(room: LiveRoom, outcome: Outcome): Promise<SeatSettlement[] | undefined>
  /** The room is no longer this process's. */
  drop(room: LiveRoom): void
  /** Rings by calling `wake`. */
  timers: CoalescedTimers<LiveRoom>
}

/**
 * One hosted battle in memory. Frames are sent only after the input that caused them is committed, so a process that
 * claims the room after a crash knows at least what the players know. Sent frames are not kept; missed frames are
 * rebuilt by replaying the inputs.
 */
export class LiveRoom {
  readonly id: RoomId
  readonly #deps: RoomDeps
  readonly #record: RoomRecord
  readonly #outboxes: readonly [PlayerOutbox, PlayerOutbox]
  #battle: Battle
  #settlement: { outcome: Outcome; seats: SeatSettlement[] } | undefined
  /** When it will be woken, if at all, and what for. */
  #timer: number | undefined
  #timerFor: number | null = null
  #unstored = 0
  /** Moments only go forward, whatever the clock does. */
  #lastAt: number
  #isSettling = false
  #isClosed = false

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

  get botDifficulty(): Difficulty | null {
    return this.#battle.bot?.difficulty ?? null
  }

  get hasBegun(): boolean {
    return this.#battle.begunAt !== null
  }

  get hasEnded(): boolean {
    return this.#battle.phase.name === 'ENDED'
  }

  /** Somebody who came later, by a friend's code. */
  assignSeat(seat: SeatNumber, userId: UserId): void {
    this.#outboxes[seat].userId ??= userId
  }

  /** Players whose connection was to a process that is no more have left. */
  disconnectProcesses(isGone: (processId: ProcessId) => boolean): void {
    for (const { userId, client } of this.#outboxes)
      if (userId && client && isGone(client.processId)) this.receive(userId, client, { type: 'left' })
  }

  /** Throws refusals. */
  receive(userId: UserId, client: ClientAddress, command: RoomCommand): void {
    const seat = this.#seatOf(userId)
    if (seat === undefined || this.#isClosed) throw errors.room_not_found()
    this.#receiveFrom(seat, client, command)
  }

  #receiveFrom(seat: SeatNumber, client: ClientAddress, command: RoomCommand): void {
    const at = this.#tick()
    const outbox = this.#outboxes[seat]
    if (command.type === 'left') {
      // A connection that was replaced by another one of the same player leaves nothing behind.
      if (outbox.client?.connectionId !== client.connectionId) return
      outbox.client = undefined
      if (!this.hasEnded) this.#apply({ type: 'left', seat, at })
      return
    }
    if (command.type === 'cancel') {
      if (this.hasBegun) throw errors.battle_begun()
      if (!this.hasEnded) this.#apply({ type: 'forfeit', seat, at })
      return
    }
    const isNew = client.connectionId !== NO_SOCKET && outbox.client?.connectionId !== client.connectionId
    if (isNew) this.#attach(outbox, client)
    if (command.type === 'resume') {
      this.#sendMissedFrames(seat, client, command.lastSeq)
      // Before the battle, whoever is back is ready; in it, they are not away any more.
      if (!this.hasEnded) this.#apply({ type: 'ready', seat, at })
    } else if (command.type === 'answer') {
      const { questionId, option } = command
      if (this.#battle.seats[seat].awaySince !== null) this.#apply({ type: 'back', seat, at })
      this.#apply({ type: 'answer', seat, questionId, option, at })
    } else {
      // Whoever comes back in the middle with these words has seen nothing yet.
      if (isNew && this.hasBegun) this.#sendMissedFrames(seat, client, 0)
      this.#apply({ type: command.type, seat, at })
    }
  }

  /** What a player has missed of all that was safe to be told. */
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

  /** Lets the moments pass that are due, and gives the present one. */
  #tick(): number {
    const at = Math.max(nowMs(), this.#lastAt)
    const due = nextTimerAt(this.#battle)
    if (due !== null && due <= at) this.#apply({ type: 'time', at })
    return at
  }

  /** Throws refusals, and is then not changed. */
  #apply(input: BattleInput, isMark = false): void {
    const wasBegun = this.hasBegun
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
    this.#deps.store(this.id, input, {
      hasBegun: !wasBegun && this.hasBegun,
      onStored: () => {
        this.#unstored--
        this.#release(safe)
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

  /** Most inputs do not change what is due next. */
  #reschedule(): void {
    const due = nextTimerAt(this.#battle)
    if (this.#isClosed || (due !== null && due === this.#timerFor)) return
    this.#cancelTimer()
    this.#timerFor = due
    if (due !== null) this.#timer = this.#deps.timers.schedule(this, due)
    else if (this.#unstored === 0) this.#settle()
  }

  /** Nothing wakes it any more. */
  #cancelTimer(): void {
    if (this.#timer !== undefined) this.#deps.timers.cancel(this, this.#timer)
    this.#timer = undefined
  }

  /** Its alarm has rung. */
  advance(): void {
    this.#timer = undefined
    this.#timerFor = null
    if (this.#isClosed) return
    try {
      this.#tick()
      // A timer may be a moment early; then there is still something to wait for.
      this.#reschedule()
    } catch (fault) {
      log.error({ fault, roomId: this.id }, 'battle-rooms: timer failed, room closed')
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
      for (const { seat } of settled) {
        const outbox = this.#outboxes[seat]
        outbox.enqueue([this.#endFrameFor(seat, outbox.queuedCount + 1)!])
      }
      this.#release([this.#outboxes[0].queuedCount, this.#outboxes[1].queuedCount])
    })
  }

  /** Marks the present moment, so that the time until somebody else goes on is nobody's loss. */
  suspend(): void {
    const at = Math.max(nowMs(), this.#lastAt)
    if (!this.hasEnded && this.hasBegun) this.#apply({ type: 'time', at }, true)
    this.#cancelTimer()
  }

  /** Not ours any more. */
  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#cancelTimer()
    this.#deps.drop(this)
  }
}
