import { nowMs } from '../../../platform/clock.ts'
import type { UserId } from '../../../platform/ids.ts'
import { log } from '../../../platform/log.ts'
import type { OutFrame } from '../../../platform/sockets/connection.ts'
import type { Difficulty } from '../../questions/question.ts'
import { errors } from '../errors.ts'
import type { Battle, SeatNumber } from '../game/battle.ts'
import { nextDue } from '../game/due.ts'
import { type Outcome, outcomeOf } from '../game/outcome.ts'
import { type BattleInput, play } from '../game/play.ts'
import { tellEnd } from '../game/tell.ts'
import type { ProcessId } from '../rooms/queries.ts'
import type { BattleRules } from '../rules.ts'
import type { SeatSettlement } from '../settlement/settlement.ts'
import type { RoomId } from '../ticket.ts'
import type { Alarms } from './alarms.ts'
import { type ClientAddress, NO_SOCKET, type RoomCommand } from './client.ts'
import { Place } from './place.ts'
import { replay, tellBoth } from './replay.ts'
import type { RoomRecord } from './room-record.ts'

/** What a room needs of the process that keeps it. */
export interface RoomSurroundings {
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
  alarms: Alarms<LiveRoom>
}

/**
 * A battle that this process keeps. Nothing is told before it is stored: frames wait until the input that caused
 * them is written, so that whoever takes the room up after a crash knows at least as much as the players do. Frames
 * that were told are not kept: whoever missed some has them made again from the inputs, which are small.
 */
export class LiveRoom {
  readonly id: RoomId
  readonly #around: RoomSurroundings
  readonly #record: RoomRecord
  readonly #places: readonly [Place, Place]
  #battle: Battle
  #settlement: { outcome: Outcome; seats: SeatSettlement[] } | undefined
  /** When it will be woken, if at all, and what for. */
  #alarm: number | undefined
  #alarmFor: number | null = null
  #unstored = 0
  /** Moments only go forward, whatever the clock does. */
  #lastAt: number
  #isSettling = false
  #isClosed = false

  constructor(record: RoomRecord, around: RoomSurroundings) {
    this.id = record.room.id
    this.#around = around
    this.#record = record
    const { battle, told } = replay(record, around.rules)
    this.#battle = battle
    this.#lastAt = record.inputs.at(-1)?.at ?? 0
    const place = (seat: SeatNumber) =>
      new Place(record.seats.find((row) => row.seat === seat)?.userId, told[seat].length)
    this.#places = [place(0), place(1)]
    this.#moveOn()
  }

  hasUser(userId: UserId): boolean {
    return this.#seatOf(userId) !== undefined
  }

  #seatOf(userId: UserId): SeatNumber | undefined {
    const [one, other] = this.#places
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
  seatUser(seat: SeatNumber, userId: UserId): void {
    this.#places[seat].userId ??= userId
  }

  /** Players whose connection was to a process that is no more have left. */
  leaveFrom(isGone: (processId: ProcessId) => boolean): void {
    for (const { userId, client } of this.#places)
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
    const place = this.#places[seat]
    if (command.type === 'left') {
      // A connection that was replaced by another one of the same player leaves nothing behind.
      if (place.client?.connectionId !== client.connectionId) return
      place.client = undefined
      if (!this.hasEnded) this.#take({ type: 'left', seat, at })
      return
    }
    if (command.type === 'callOff') {
      if (this.hasBegun) throw errors.battle_begun()
      if (!this.hasEnded) this.#take({ type: 'forfeit', seat, at })
      return
    }
    const isNew = client.connectionId !== NO_SOCKET && place.client?.connectionId !== client.connectionId
    if (isNew) this.#attach(place, client)
    if (command.type === 'resume') {
      this.#tellAgain(seat, client, command.lastSeq)
      // Before the battle, whoever is back is ready; in it, they are not away any more.
      if (!this.hasEnded) this.#take({ type: 'ready', seat, at })
    } else if (command.type === 'answer') {
      const { questionId, option } = command
      if (this.#battle.seats[seat].awaySince !== null) this.#take({ type: 'back', seat, at })
      this.#take({ type: 'answer', seat, questionId, option, at })
    } else {
      // Whoever comes back in the middle with these words has seen nothing yet.
      if (isNew && this.hasBegun) this.#tellAgain(seat, client, 0)
      this.#take({ type: command.type, seat, at })
    }
  }

  /** What a player has missed of all that was safe to be told. */
  #tellAgain(seat: SeatNumber, client: ClientAddress, lastSeq: number): void {
    const { released } = this.#places[seat]
    if (lastSeq >= released) return
    const frames = replay(this.#record, this.#around.rules).told[seat]
    const end = this.#endFor(seat, frames.length + 1)
    this.#around.send(client, (end ? [...frames, end] : frames).slice(lastSeq, released))
  }

  #endFor(seat: SeatNumber, seq: number): OutFrame | undefined {
    const own = this.#settlement?.seats.find((parts) => parts.seat === seat)
    return own && { ...tellEnd(this.#settlement!.outcome, seat, own), roomId: this.id, seq }
  }

  #attach(place: Place, client: ClientAddress): void {
    const before = place.client
    place.client = client
    if (!before) return
    const { code, message } = errors.battle_elsewhere()
    this.#around.send(before, [{ type: 'error', data: { code, message, replyTo: '' }, roomId: this.id }])
  }

  /** Lets the moments pass that are due, and gives the present one. */
  #tick(): number {
    const at = Math.max(nowMs(), this.#lastAt)
    const due = nextDue(this.#battle)
    if (due !== null && due <= at) this.#take({ type: 'time', at })
    return at
  }

  /** Throws refusals, and is then not changed. */
  #take(input: BattleInput, isMark = false): void {
    const wasBegun = this.hasBegun
    const { battle, events } = play(this.#battle, input)
    if (battle === this.#battle && !isMark) return
    this.#battle = battle
    this.#lastAt = Math.max(this.#lastAt, input.at)
    this.#record.inputs.push(input)
    const [one, other] = this.#places
    const told = tellBoth(this.id, battle, events, [one.told, other.told])
    one.hold(told[0])
    other.hold(told[1])
    const safe = [one.told, other.told] as const
    this.#unstored++
    this.#around.store(this.id, input, {
      hasBegun: !wasBegun && this.hasBegun,
      onStored: () => {
        this.#unstored--
        this.#release(safe)
        if (this.hasEnded && this.#unstored === 0) this.#settle()
      },
      onLost: () => this.close(),
    })
    this.#moveOn()
  }

  #release(safe: readonly [number, number]): void {
    if (this.#isClosed) return
    for (const seat of [0, 1] as const) {
      const place = this.#places[seat]
      const frames = place.release(safe[seat])
      if (place.client && frames.length > 0) this.#around.send(place.client, frames)
    }
  }

  /** Most inputs do not change what is due next. */
  #moveOn(): void {
    const due = nextDue(this.#battle)
    if (this.#isClosed || (due !== null && due === this.#alarmFor)) return
    this.#sleep()
    this.#alarmFor = due
    if (due !== null) this.#alarm = this.#around.alarms.set(this, due)
    else if (this.#unstored === 0) this.#settle()
  }

  /** Nothing wakes it any more. */
  #sleep(): void {
    if (this.#alarm !== undefined) this.#around.alarms.cancel(this, this.#alarm)
    this.#alarm = undefined
  }

  /** Its alarm has rung. */
  wake(): void {
    this.#alarm = undefined
    this.#alarmFor = null
    if (this.#isClosed) return
    try {
      this.#tick()
      // A timer may be a moment early; then there is still something to wait for.
      this.#moveOn()
    } catch (fault) {
      log.error({ fault, roomId: this.id }, 'battles: a room does not move on')
      this.close()
    }
  }

  #settle(): void {
    if (this.#isSettling || this.#isClosed) return
    this.#isSettling = true
    const outcome = outcomeOf(this.#battle)
    void this.#around.settle(this, outcome).then((settled) => {
      if (!settled) return this.close()
      this.#settlement = { outcome, seats: settled }
      for (const { seat } of settled) {
        const place = this.#places[seat]
        place.hold([this.#endFor(seat, place.told + 1)!])
      }
      this.#release([this.#places[0].told, this.#places[1].told])
    })
  }

  /** Marks the present moment, so that the time until somebody else goes on is nobody's loss. */
  suspend(): void {
    const at = Math.max(nowMs(), this.#lastAt)
    if (!this.hasEnded && this.hasBegun) this.#take({ type: 'time', at }, true)
    this.#sleep()
  }

  /** Not ours any more. */
  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#sleep()
    this.#around.drop(this)
  }
}
