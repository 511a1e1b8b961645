import { addMs, now } from '../../../platform/clock.ts'
import { newId, type UserId } from '../../../platform/ids.ts'
import { log } from '../../../platform/log.ts'
import type { ChannelSubscription } from '../../../platform/pubsub/pubsub.ts'
import { createWakeSignal, type WakeSignal } from '../../../platform/pubsub/wake-signal.ts'
import type { OutFrame } from '../../../platform/websockets/connection.ts'
import { cancelledOutcome } from '../../battle-game/public/outcome.ts'
import type { BattleDeps } from '../../battle-records/public/battle-deps.ts'
import { type HeartbeatResult, releaseProcess } from '../../battle-records/public/processes.ts'
import type { AssignedPair } from '../../battle-records/public/queue.ts'
import { listSeats, type ProcessId } from '../../battle-records/public/rooms.ts'
import type { RoomId } from '../../battle-records/public/ticket.ts'
import { SettlementBatcher } from '../../battle-results/public/settlement-batcher.ts'
import { claimRoom } from '../claim-room.ts'
import { CommandRouter, type RoomLocator } from '../command-router.ts'
import { listEndedBattleFrames } from '../list-ended-battle-frames.ts'
import { LiveRoom } from '../live-room.ts'
import { OrphanRecovery } from '../orphan-recovery.ts'
import { ProcessHeartbeat } from '../process-heartbeat.ts'
import { RoomHost } from '../room-host.ts'
import { newRoomRecord } from '../room-record.ts'
import type { QuestionCache, QuestionSnapshot } from './question-cache.ts'

const RECLAIM_EVERY_HEARTBEATS = 10
const RESEND_EVERY_HEARTBEATS = 2

type LocatedRoom = LiveRoom | { hostedBy: ProcessId }

/** Finds rooms in the cluster, and claims for this process those without a live host. */
export class RoomRegistry implements RoomLocator {
  readonly processId: ProcessId = newId()
  readonly router: CommandRouter
  readonly #deps: BattleDeps
  readonly #questionCache: QuestionCache
  readonly #host: RoomHost
  readonly #heartbeat: ProcessHeartbeat
  readonly #orphanRecovery: OrphanRecovery
  /** Tells idle processes that a room opens, so that they find it soon if its host dies. */
  readonly #roomsOpen: WakeSignal
  #roomsOpenSubscription: ChannelSubscription | undefined
  readonly #claims = new Map<RoomId, Promise<LocatedRoom | undefined>>()
  /** A pairing in progress that may assign new rooms to this process. */
  #pairing: Promise<unknown> | undefined
  #isStopped = false

  constructor(deps: BattleDeps, questionCache: QuestionCache) {
    const { processId } = this
    const settlements = new SettlementBatcher(deps)
    this.#deps = deps
    this.#questionCache = questionCache
    this.router = new CommandRouter(deps.platform.pubsub, processId, this)
    this.#host = new RoomHost(deps, processId, settlements, this.router)
    this.#roomsOpen = createWakeSignal(deps.platform.pubsub, 'battles.rooms_open')
    this.#heartbeat = new ProcessHeartbeat(deps, processId, (result, beat) => this.#onHeartbeat(result, beat))
    this.#orphanRecovery = new OrphanRecovery(deps, {
      claim: async (roomId) => this.local(roomId) ?? (await this.#claim(roomId)),
      cancel: async (roomId) => {
        const outcome = cancelledOutcome(now().getTime())
        const settled = await settlements.settle({ roomId, hostProcessId: null, outcome, wasPlayed: false })
        if (settled) await this.notifyEnded(roomId)
      },
    })
  }

  get hostedCount(): number {
    return this.#host.size
  }

  async start(): Promise<void> {
    await this.router.start()
    await this.#heartbeat.start()
    this.#roomsOpenSubscription = await this.#roomsOpen.onSignal(() => {
      this.#heartbeat
        .activate()
        .catch((error) => log.warn({ error: String(error) }, 'battle-rooms: heartbeat failed'))
    })
  }

  /** Journals all battles up to the current time and releases them, so that other processes can claim them. */
  async stop(): Promise<void> {
    if (this.#isStopped) return
    this.#isStopped = true
    this.#host.stopRetrying()
    this.router.stopAccepting()
    await this.#roomsOpenSubscription?.end()
    await this.#heartbeat.stop()
    await Promise.all(this.#claims.values())
    const rooms = await this.#host.suspend()
    await this.#deps.platform
      .write((tx) => releaseProcess(tx, this.processId))
      .catch((error) => log.warn({ error: String(error) }, 'battle-rooms: rooms not released, lease expires'))
    for (const room of rooms) {
      room.close()
      if (!room.hasEnded) this.router.publishRoomMoved(room.id, null)
    }
    await this.router.stop()
  }

  local(roomId: RoomId): LiveRoom | undefined {
    return this.#host.local(roomId)
  }

  whenClaimed(roomId: RoomId, userId: UserId): Promise<LiveRoom | undefined> | undefined {
    const local = this.local(roomId)
    if (local) return this.#host.loadNewSeats(local).then(() => (local.hasUser(userId) ? local : undefined))
    return this.#claims.get(roomId)?.then((claimed) => (claimed instanceof LiveRoom ? claimed : undefined))
  }

  drop(roomId: RoomId): void {
    const room = this.local(roomId)
    if (room && !room.hasEnded) room.close()
  }

  async locate(roomId: RoomId, userId: UserId): Promise<LocatedRoom | undefined> {
    const found = this.local(roomId) ?? (await this.#claim(roomId, userId))
    if (found instanceof LiveRoom && !found.hasUser(userId)) await this.#host.loadNewSeats(found)
    return found
  }

  listEndedFrames(roomId: RoomId, userId: UserId): Promise<readonly OutFrame[] | undefined> {
    return listEndedBattleFrames(this.#deps, this.#questionCache, { roomId, userId })
  }

  /** Sends `battle.end` to all connections of the players of a room that was closed without a host. */
  async notifyEnded(roomId: RoomId): Promise<void> {
    const { db, connections } = this.#deps.platform
    try {
      for (const { userId } of await listSeats(db, [roomId])) {
        const end = (await this.listEndedFrames(roomId, userId))?.at(-1)
        if (end) connections.sendToUser(userId, end)
      }
    } catch (error) {
      log.warn({ error: String(error), roomId }, 'battle-rooms: players not notified of a closed room')
    }
  }

  /** Concurrent calls for one room share one claim. */
  #claim(roomId: RoomId, userId?: UserId): Promise<LocatedRoom | undefined> {
    const inProgress = this.#claims.get(roomId)
    // A claim for a user who is no player finds nothing; the next caller then claims for itself.
    if (inProgress) return inProgress.then((claimed) => claimed ?? this.#claim(roomId, userId))
    const claim = this.#claimNow(roomId, userId).finally(() => this.#claims.delete(roomId))
    this.#claims.set(roomId, claim)
    return claim
  }

  async #claimNow(roomId: RoomId, userId: UserId | undefined): Promise<LocatedRoom | undefined> {
    await this.#pairing?.catch(() => undefined)
    const local = this.local(roomId)
    if (local || this.#isStopped) return local
    await this.#activate()
    const { platform, rules } = this.#deps
    const { processId } = this
    const snapshot = await this.#questionCache.current(platform.db)
    const claimed = await platform.write((tx) =>
      claimRoom(tx, { roomId, processId, ...(userId ? { userId } : {}), snapshot, rules, now: now() }),
    )
    if (claimed.kind === 'hosted') return { hostedBy: claimed.hostProcessId }
    if (claimed.kind === 'closed') return undefined
    const room = this.#host.open(claimed.record)
    if (claimed.record.inputs.length > 0) this.router.publishRoomMoved(roomId, processId)
    return room
  }

  /**
   * Hosts the rooms created by `pairing`. Until they are loaded, `#claim` waits, because a player can read the room
   * from the database first.
   */
  async hostPairs(
    pairing: () => Promise<AssignedPair[]>,
    { snapshot, now }: { snapshot: QuestionSnapshot; now: Date },
  ): Promise<AssignedPair[]> {
    const hosting = (async () => {
      await this.#activate()
      const pairs = await pairing()
      const startDeadline = addMs(now, this.#deps.rules.readyTimeoutMs)
      for (const pair of pairs) {
        if (!pair.assignment) continue
        const { questionIds } = pair.assignment
        const questions = await snapshot.questions(this.#deps.platform.db, pair.seed, questionIds)
        this.#host.open(newRoomRecord(pair, pair.assignment, questions, { now, startDeadline }))
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

  /** Called before this process may host a room: the lease of a host is short. */
  async #activate(): Promise<void> {
    if (this.#heartbeat.isResting) this.#roomsOpen.send()
    await this.#heartbeat.activate()
  }

  async #onHeartbeat({ alive, orphans, overdue }: HeartbeatResult, beat: number): Promise<void> {
    this.#host.disconnectProcesses(alive)
    await this.#orphanRecovery.claimOrphans(orphans)
    if (beat % RESEND_EVERY_HEARTBEATS === 0) this.router.resendPresence()
    if (beat % RECLAIM_EVERY_HEARTBEATS === 0) await this.#orphanRecovery.reclaimOwnRooms(this.processId)
    await this.#orphanRecovery.cancelOverdue(overdue)
  }
}
