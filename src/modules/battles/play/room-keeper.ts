import { later, now } from '../../../platform/clock.ts'
import { newId, type UserId } from '../../../platform/ids.ts'
import { log } from '../../../platform/log.ts'
import type { OutFrame } from '../../../platform/sockets/connection.ts'
import type { BattleParts } from '../battles.ts'
import { calledOff, type Outcome } from '../game/outcome.ts'
import type { HeldQuestions, QuestionPool } from '../question-pool.ts'
import type { KeptPair } from '../queue/pairing.ts'
import { listSeats, type ProcessId } from '../rooms/queries.ts'
import type { SeatSettlement } from '../settlement/settlement.ts'
import { SettlementDesk } from '../settlement/settlement-desk.ts'
import type { RoomId } from '../ticket.ts'
import { Alarms } from './alarms.ts'
import { Gateway, type RoomFinder } from './gateway.ts'
import { Journal } from './journal.ts'
import { LeftBehind } from './left-behind.ts'
import { LiveRoom, type RoomSurroundings } from './live-room.ts'
import { releaseProcess, upsertProcess } from './queries.ts'
import { recallBattle } from './recall-battle.ts'
import { newRecord, type RoomRecord } from './room-record.ts'
import { takeRoom } from './take-room.ts'

const SETTLE_RETRY_MS = 300
const STOP_PATIENCE_MS = 5_000
const OWN_ROOMS_EVERY = 10
const REPEAT_EVERY = 2

/** The battles that this process keeps, and its word that it is there to keep them. */
export class RoomKeeper implements RoomFinder {
  readonly processId: ProcessId = newId()
  readonly gateway: Gateway
  readonly #parts: BattleParts
  readonly #pool: QuestionPool
  readonly #journal: Journal
  readonly #desk: SettlementDesk
  readonly #rooms = new Map<RoomId, LiveRoom>()
  readonly #taking = new Map<RoomId, Promise<LiveRoom | { heldBy: ProcessId } | undefined>>()
  readonly #around: RoomSurroundings
  /** A pairing that may make us the keeper of new rooms. */
  #pairing: Promise<unknown> | undefined
  readonly #leftBehind: LeftBehind
  #beating: Timer | undefined
  #beat: Promise<void> = Promise.resolve()
  #looks = 0
  #isStopped = false

  constructor(parts: BattleParts, pool: QuestionPool) {
    this.#parts = parts
    this.#pool = pool
    this.gateway = new Gateway(parts.platform, this.processId, this)
    this.#journal = new Journal(parts.platform, this.processId)
    this.#desk = new SettlementDesk(parts)
    this.#leftBehind = new LeftBehind(parts, {
      take: async (roomId) => this.#rooms.get(roomId) ?? (await this.#take(roomId)),
      callOff: (roomId) =>
        this.#desk.settle({
          roomId,
          ownerId: null,
          outcome: calledOff(now().getTime()),
          wasPlayed: false,
        }),
    })
    this.#around = {
      rules: parts.rules,
      store: (roomId, input, effects) => this.#journal.append(roomId, input, effects),
      send: (to, frames) => this.gateway.send(to, frames),
      settle: (room, outcome) => this.#settle(room, outcome),
      alarms: new Alarms((room) => room.wake()),
      drop: (room) => {
        this.#forget(room.id)
        // It is somewhere else by now, or settled without our knowing: our players go there, or are told its end.
        this.gateway.follow(room.id)
      },
    }
  }

  get count(): number {
    return this.#rooms.size
  }

  async start(): Promise<void> {
    await this.gateway.start()
    await upsertProcess(this.#parts.platform.db, this.#life())
    this.#beating = setInterval(() => {
      this.#beat = this.#beat
        .then(() => this.#lookAround())
        .catch((fault) => {
          log.warn({ fault: String(fault) }, 'battles: looking around failed')
        })
    }, this.#parts.rules.beatMs)
  }

  /** Hands the battles over: they are written down to this moment, and anybody may take them up at once. */
  async stop(): Promise<void> {
    if (this.#isStopped) return
    this.#isStopped = true
    clearInterval(this.#beating)
    this.gateway.quiet()
    await this.#beat
    await Promise.all(this.#taking.values())
    const rooms = [...this.#rooms.values()]
    for (const room of rooms) room.suspend()
    await this.#journal.close(STOP_PATIENCE_MS)
    await this.#parts.platform
      .write((tx) => releaseProcess(tx, this.processId))
      .catch((fault) => log.warn({ fault: String(fault) }, 'battles: not handed over; the lease will end'))
    for (const room of rooms) {
      room.close()
      if (!room.hasEnded) this.gateway.announceMove(room.id, null)
    }
    await this.gateway.stop()
  }

  kept(roomId: RoomId): LiveRoom | undefined {
    return this.#rooms.get(roomId)
  }

  arriving(roomId: RoomId, userId: UserId): Promise<LiveRoom | undefined> | undefined {
    const kept = this.#rooms.get(roomId)
    if (kept) return this.#seatNewcomer(kept).then(() => (kept.hasUser(userId) ? kept : undefined))
    return this.#taking.get(roomId)?.then((taken) => (taken instanceof LiveRoom ? taken : undefined))
  }

  lose(roomId: RoomId): void {
    const room = this.#rooms.get(roomId)
    if (room && !room.hasEnded) room.close()
  }

  async find(roomId: RoomId, userId: UserId): Promise<LiveRoom | { heldBy: ProcessId } | undefined> {
    const kept = this.#rooms.get(roomId) ?? (await this.#take(roomId, userId))
    if (kept instanceof LiveRoom && !kept.hasUser(userId)) await this.#seatNewcomer(kept)
    return kept
  }

  recall(roomId: RoomId, userId: UserId): Promise<readonly OutFrame[] | undefined> {
    return recallBattle(this.#parts, this.#pool, { roomId, userId })
  }

  /** Of several who ask at once, the first takes the room for all of them. */
  #take(roomId: RoomId, userId?: UserId): Promise<LiveRoom | { heldBy: ProcessId } | undefined> {
    const under = this.#taking.get(roomId)
    // Nothing is taken up for a stranger's sake: who waited for that takes it for their own.
    if (under) return under.then((taken) => taken ?? this.#take(roomId, userId))
    const taking = this.#takeNow(roomId, userId).finally(() => this.#taking.delete(roomId))
    this.#taking.set(roomId, taking)
    return taking
  }

  async #takeNow(
    roomId: RoomId,
    userId: UserId | undefined,
  ): Promise<LiveRoom | { heldBy: ProcessId } | undefined> {
    await this.#pairing?.catch(() => undefined)
    const kept = this.#rooms.get(roomId)
    if (kept || this.#isStopped) return kept
    const { platform, rules } = this.#parts
    const pool = await this.#pool.current(platform.db)
    const { processId } = this
    const taken = await platform.write((tx) =>
      takeRoom(tx, { roomId, processId, ...(userId ? { userId } : {}), pool, rules, now: now() }),
    )
    if (taken.kind === 'held') return { heldBy: taken.ownerId }
    if (taken.kind === 'closed') return undefined
    const { record } = taken
    const room = this.#open(record)
    if (record.inputs.length > 0) this.gateway.announceMove(roomId, this.processId)
    return room
  }

  /**
   * Keeps the rooms that a pairing makes for us. Until they are here, nobody takes them up another way: a player who
   * learns of one from the database might be quicker than we are.
   */
  async keepNew(
    pairing: () => Promise<KeptPair[]>,
    { pool, now }: { pool: HeldQuestions; now: Date },
  ): Promise<KeptPair[]> {
    const keeping = (async () => {
      const pairs = await pairing()
      for (const pair of pairs) {
        if (!pair.kept) continue
        const questions = await pool.questions(this.#parts.platform.db, pair.seed, pair.kept.questionIds)
        this.#open(
          newRecord(pair, pair.kept, questions, { now, waitsUntil: later(now, this.#parts.rules.readyMs) }),
        )
      }
      return pairs
    })()
    this.#pairing = keeping
    try {
      return await keeping
    } finally {
      this.#pairing = undefined
    }
  }

  #open(record: RoomRecord): LiveRoom {
    this.#journal.open(record.room.id, record.pages)
    const room = new LiveRoom(record, this.#around)
    this.#rooms.set(room.id, room)
    return room
  }

  /** Somebody joined by a code after the room was taken up. */
  async #seatNewcomer(room: LiveRoom): Promise<void> {
    for (const { seat, userId } of await listSeats(this.#parts.platform.db, room.id))
      room.seatUser(seat, userId)
  }

  /** It is tried until it is done or not ours: a database that is away comes back. */
  async #settle(room: LiveRoom, outcome: Outcome): Promise<SeatSettlement[] | undefined> {
    const battle = { roomId: room.id, ownerId: this.processId, outcome, wasPlayed: room.hasBegun }
    for (let attempt = 1; ; attempt++) {
      try {
        const settled = await (attempt === 1 ? this.#desk.settle(battle) : this.#desk.settleApart(battle))
        if (settled) this.#forgetLater(room)
        return settled
      } catch (fault) {
        log.error({ fault: String(fault), roomId: room.id }, 'battles: a battle is not settled yet')
        if (this.#isStopped) return undefined
        await Bun.sleep(SETTLE_RETRY_MS)
      }
    }
  }

  #forgetLater(room: LiveRoom): void {
    setTimeout(() => this.#forget(room.id), this.#parts.rules.rematchMs).unref()
  }

  #forget(roomId: RoomId): void {
    this.#rooms.delete(roomId)
    this.#journal.forget(roomId)
  }

  #life() {
    return { id: this.processId, now: now(), leaseMs: this.#parts.rules.leaseMs }
  }

  /** Says that we are here, and looks after whoever is left behind. */
  async #lookAround(): Promise<void> {
    const { alive, orphans, overdue } = await upsertProcess(this.#parts.platform.db, this.#life())
    for (const room of [...this.#rooms.values()])
      if (!room.hasEnded) room.leaveFrom((processId) => !alive.includes(processId))
    await this.#leftBehind.takeOrphans(orphans)
    if (this.#looks % REPEAT_EVERY === 0) this.gateway.repeat()
    if (this.#looks++ % OWN_ROOMS_EVERY === 0) await this.#leftBehind.takeOwn(this.processId)
    await this.#leftBehind.callOffOverdue(overdue)
  }
}
