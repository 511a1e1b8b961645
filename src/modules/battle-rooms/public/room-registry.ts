import { addMs, now } from '../../../platform/clock.ts'
import { newId, type UserId } from '../../../platform/ids.ts'
import { log } from '../../../platform/log.ts'
import type { OutFrame } from '../../../platform/websockets/connection.ts'
import { cancelledOutcome, type Outcome } from '../../battle-game/public/outcome.ts'
import type { BattleDeps } from '../../battle-records/public/battle-deps.ts'
import { recordHeartbeat, releaseProcess } from '../../battle-records/public/journal-pages.ts'
import { listSeats, type ProcessId } from '../../battle-records/public/rooms.ts'
import type { RoomId } from '../../battle-records/public/ticket.ts'
import type { SeatSettlement } from '../../battle-results/public/settlement.ts'
import { SettlementBatcher } from '../../battle-results/public/settlement-batcher.ts'
import type { AssignedPair } from '../../matchmaking/pairing.ts'
import { claimRoom } from '../claim-room.ts'
import { CoalescedTimers } from '../coalesced-timers.ts'
import { CommandRouter, type RoomLocator } from '../command-router.ts'
import { Journal } from '../journal.ts'
import { listEndedBattleFrames } from '../list-ended-battle-frames.ts'
import { LiveRoom, type RoomDeps } from '../live-room.ts'
import { OrphanRecovery } from '../orphan-recovery.ts'
import { newRoomRecord, type RoomRecord } from '../room-record.ts'
import type { QuestionCache, QuestionSnapshot } from './question-cache.ts'

const SETTLE_RETRY_MS = 300
const STOP_TIMEOUT_MS = 5_000
const RECLAIM_EVERY_HEARTBEATS = 10
const RESEND_EVERY_HEARTBEATS = 2

/** The rooms that this process hosts, and its heartbeat. */
export class RoomRegistry implements RoomLocator {
  readonly processId: ProcessId = newId()
  readonly router: CommandRouter
  readonly #deps: BattleDeps
  readonly #questionCache: QuestionCache
  readonly #journal: Journal
  readonly #settlements: SettlementBatcher
  readonly #rooms = new Map<RoomId, LiveRoom>()
  readonly #claims = new Map<RoomId, Promise<LiveRoom | { hostedBy: ProcessId } | undefined>>()
  readonly #roomDeps: RoomDeps
  /** A pairing that may make us the keeper of new rooms. */
  #pairing: Promise<unknown> | undefined
  readonly #orphanRecovery: OrphanRecovery
  #heartbeatTimer: Timer | undefined
  #lastHeartbeat: Promise<void> = Promise.resolve()
  #heartbeatCount = 0
  #isStopped = false

  constructor(deps: BattleDeps, pool: QuestionCache) {
    this.#deps = deps
    this.#questionCache = pool
    this.router = new CommandRouter(deps.platform, this.processId, this)
    this.#journal = new Journal(deps.platform, this.processId)
    this.#settlements = new SettlementBatcher(deps)
    this.#orphanRecovery = new OrphanRecovery(deps, {
      claim: async (roomId) => this.#rooms.get(roomId) ?? (await this.#claim(roomId)),
      cancel: (roomId) =>
        this.#settlements.settle({
          roomId,
          hostProcessId: null,
          outcome: cancelledOutcome(now().getTime()),
          wasPlayed: false,
        }),
    })
    this.#roomDeps = {
      rules: deps.rules,
      store: (roomId, input, effects) => this.#journal.append(roomId, input, effects),
      send: (to, frames) => this.router.send(to, frames),
      settle: (room, outcome) => this.#settle(room, outcome),
      timers: new CoalescedTimers((room) => room.advance()),
      drop: (room) => {
        this.#evict(room.id)
        // It is somewhere else by now, or settled without our knowing: our players go there, or are told its end.
        this.router.resumePlayers(room.id)
      },
    }
  }

  get hostedCount(): number {
    return this.#rooms.size
  }

  async start(): Promise<void> {
    await this.router.start()
    await recordHeartbeat(this.#deps.platform.db, this.#lease())
    this.#heartbeatTimer = setInterval(() => {
      this.#lastHeartbeat = this.#lastHeartbeat
        .then(() => this.#heartbeat())
        .catch((fault) => {
          log.warn({ fault: String(fault) }, 'battle-rooms: heartbeat failed')
        })
    }, this.#deps.rules.heartbeatMs)
  }

  /** Hands the battles over: they are written down to this moment, and anybody may take them up at once. */
  async stop(): Promise<void> {
    if (this.#isStopped) return
    this.#isStopped = true
    clearInterval(this.#heartbeatTimer)
    this.router.stopAccepting()
    await this.#lastHeartbeat
    await Promise.all(this.#claims.values())
    const rooms = [...this.#rooms.values()]
    for (const room of rooms) room.suspend()
    await this.#journal.close(STOP_TIMEOUT_MS)
    await this.#deps.platform
      .write((tx) => releaseProcess(tx, this.processId))
      .catch((fault) => log.warn({ fault: String(fault) }, 'battle-rooms: rooms not released, lease expires'))
    for (const room of rooms) {
      room.close()
      if (!room.hasEnded) this.router.publishRoomMoved(room.id, null)
    }
    await this.router.stop()
  }

  local(roomId: RoomId): LiveRoom | undefined {
    return this.#rooms.get(roomId)
  }

  whenClaimed(roomId: RoomId, userId: UserId): Promise<LiveRoom | undefined> | undefined {
    const local = this.#rooms.get(roomId)
    if (local) return this.#loadNewSeats(local).then(() => (local.hasUser(userId) ? local : undefined))
    return this.#claims.get(roomId)?.then((claimed) => (claimed instanceof LiveRoom ? claimed : undefined))
  }

  drop(roomId: RoomId): void {
    const room = this.#rooms.get(roomId)
    if (room && !room.hasEnded) room.close()
  }

  async locate(roomId: RoomId, userId: UserId): Promise<LiveRoom | { hostedBy: ProcessId } | undefined> {
    const local = this.#rooms.get(roomId) ?? (await this.#claim(roomId, userId))
    if (local instanceof LiveRoom && !local.hasUser(userId)) await this.#loadNewSeats(local)
    return local
  }

  listEndedFrames(roomId: RoomId, userId: UserId): Promise<readonly OutFrame[] | undefined> {
    return listEndedBattleFrames(this.#deps, this.#questionCache, { roomId, userId })
  }

  /** Of several who ask at once, the first takes the room for all of them. */
  #claim(roomId: RoomId, userId?: UserId): Promise<LiveRoom | { hostedBy: ProcessId } | undefined> {
    const inProgress = this.#claims.get(roomId)
    // Nothing is taken up for a stranger's sake: who waited for that takes it for their own.
    if (inProgress) return inProgress.then((claimed) => claimed ?? this.#claim(roomId, userId))
    const claim = this.#claimNow(roomId, userId).finally(() => this.#claims.delete(roomId))
    this.#claims.set(roomId, claim)
    return claim
  }

  async #claimNow(
    roomId: RoomId,
    userId: UserId | undefined,
  ): Promise<LiveRoom | { hostedBy: ProcessId } | undefined> {
    await this.#pairing?.catch(() => undefined)
    const local = this.#rooms.get(roomId)
    if (local || this.#isStopped) return local
    const { platform, rules } = this.#deps
    const pool = await this.#questionCache.current(platform.db)
    const { processId } = this
    const claimed = await platform.write((tx) =>
      claimRoom(tx, { roomId, processId, ...(userId ? { userId } : {}), snapshot: pool, rules, now: now() }),
    )
    if (claimed.kind === 'hosted') return { hostedBy: claimed.hostProcessId }
    if (claimed.kind === 'closed') return undefined
    const { record } = claimed
    const room = this.#open(record)
    if (record.inputs.length > 0) this.router.publishRoomMoved(roomId, this.processId)
    return room
  }

  /**
   * Hosts the rooms created by `pairing`. Until they are loaded, `#claim` waits, because a player can read the room
   * from the database first.
   */
  async hostPairs(
    pairing: () => Promise<AssignedPair[]>,
    { pool, now }: { pool: QuestionSnapshot; now: Date },
  ): Promise<AssignedPair[]> {
    const hosting = (async () => {
      const pairs = await pairing()
      for (const pair of pairs) {
        if (!pair.assignment) continue
        const questions = await pool.questions(this.#deps.platform.db, pair.seed, pair.assignment.questionIds)
        this.#open(
          newRoomRecord(pair, pair.assignment, questions, {
            now,
            startDeadline: addMs(now, this.#deps.rules.readyTimeoutMs),
          }),
        )
      }
      return pairs
    })()
    this.#pairing = hosting
    try {
      return await hosting
    } finally {
      this.#pairing = undefined
    }
  }

  #open(record: RoomRecord): LiveRoom {
    this.#journal.openRoom(record.room.id, record.pages)
    const room = new LiveRoom(record, this.#roomDeps)
    this.#rooms.set(room.id, room)
    return room
  }

  /** Somebody joined by a code after the room was taken up. */
  async #loadNewSeats(room: LiveRoom): Promise<void> {
    for (const { seat, userId } of await listSeats(this.#deps.platform.db, room.id))
      room.assignSeat(seat, userId)
  }

  /** It is tried until it is done or not ours: a database that is away comes back. */
  async #settle(room: LiveRoom, outcome: Outcome): Promise<SeatSettlement[] | undefined> {
    const battle = { roomId: room.id, hostProcessId: this.processId, outcome, wasPlayed: room.hasBegun }
    for (let attempt = 1; ; attempt++) {
      try {
        const settled = await (attempt === 1
          ? this.#settlements.settle(battle)
          : this.#settlements.settleAlone(battle))
        if (settled) this.#evictLater(room)
        return settled
      } catch (fault) {
        log.error({ fault: String(fault), roomId: room.id }, 'battle-rooms: settlement failed, retrying')
        if (this.#isStopped) return undefined
        await Bun.sleep(SETTLE_RETRY_MS)
      }
    }
  }

  #evictLater(room: LiveRoom): void {
    setTimeout(() => this.#evict(room.id), this.#deps.rules.rematchWindowMs).unref()
  }

  #evict(roomId: RoomId): void {
    this.#rooms.delete(roomId)
    this.#journal.closeRoom(roomId)
  }

  #lease() {
    return { id: this.processId, now: now(), leaseMs: this.#deps.rules.leaseMs }
  }

  /** Says that we are here, and looks after whoever is left behind. */
  async #heartbeat(): Promise<void> {
    const { alive, orphans, overdue } = await recordHeartbeat(this.#deps.platform.db, this.#lease())
    for (const room of [...this.#rooms.values()])
      if (!room.hasEnded) room.disconnectProcesses((processId) => !alive.includes(processId))
    await this.#orphanRecovery.claimOrphans(orphans)
    if (this.#heartbeatCount % RESEND_EVERY_HEARTBEATS === 0) this.router.resendPresence()
    if (this.#heartbeatCount++ % RECLAIM_EVERY_HEARTBEATS === 0)
      await this.#orphanRecovery.reclaimOwnRooms(this.processId)
    await this.#orphanRecovery.cancelOverdue(overdue)
  }
}
