import { addMs, now } from '../../platform/clock.ts'
import { alignedPauseMs } from '../../platform/concurrency/aligned-pause.ts'
import { createThrottle } from '../../platform/concurrency/throttle.ts'
import type { UserId } from '../../platform/ids.ts'
import { OutageLog } from '../../platform/outage-log.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { botOpponent, personOpponent } from '../battle-game/public/opponent.ts'
import { battleFrame, type Opponent } from '../battle-game/public/protocol.ts'
import type { EndedEntry } from '../battle-records/public/entries.ts'
import {
  type Pair,
  peekQueue,
  type QueuedPlayer,
  type RoomAssignment,
} from '../battle-records/public/queue.ts'
import { type RoomId, ticketOf } from '../battle-records/public/ticket.ts'
import type { BattleRooms } from '../battle-rooms/public/create-battle-rooms.ts'
import { matchedFrame } from '../battle-rooms/public/notify-matched.ts'
import type { QuestionSnapshot } from '../battle-rooms/public/question-cache.ts'
import { listSkillRatings } from '../mastery/public/question-estimates.ts'
import { type ExpiredTickets, expireTickets } from './expire-tickets.ts'
import { pairTickets } from './pair-tickets.ts'

/** Minimum time between two pairings: a single join is paired immediately, concurrent joins in batches. */
const PAIRING_INTERVAL_MS = 40

/** Pairs queued players: after each join in this process, and every `matchIntervalMs` while players are queued. */
export class Matchmaker {
  readonly #rooms: BattleRooms
  readonly #throttle = createThrottle(PAIRING_INTERVAL_MS)
  readonly #outage = new OutageLog('matchmaking')
  #timer: Timer | undefined
  #running: Promise<void> | undefined
  #isWanted = false
  #isStopped = false
  #isQueueEmpty = false

  constructor(rooms: BattleRooms) {
    this.#rooms = rooms
  }

  start(): void {
    this.#schedulePoll()
  }

  /** A user has joined: pairs after the run in progress, if there is one. */
  wake(): void {
    this.#isWanted = true
    if (this.#isQueueEmpty) {
      this.#isQueueEmpty = false
      this.#schedulePoll()
    }
    if (!this.#running) this.#start(() => this.#pairUntilIdle())
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#running
  }

  #schedulePoll(): void {
    clearTimeout(this.#timer)
    if (this.#isStopped) return
    const { matchIntervalMs, idleMatchIntervalMs } = this.#rooms.rules
    const idleMs = Math.max(matchIntervalMs, idleMatchIntervalMs)
    const pauseMs = this.#isQueueEmpty ? alignedPauseMs(idleMs) : matchIntervalMs
    this.#timer = setTimeout(() => void this.#poll().finally(() => this.#schedulePoll()), pauseMs)
  }

  /** Rating windows widen and entries expire without a join. */
  async #poll(): Promise<void> {
    if (!this.#running) this.#start(() => this.#guarded(() => this.run()))
    await this.#running
  }

  #start(work: () => Promise<void>): void {
    this.#running = work().finally(() => {
      this.#running = undefined
      if (this.#isWanted && !this.#isStopped) this.wake()
    })
  }

  async #pairUntilIdle(): Promise<void> {
    while (this.#isWanted && !this.#isStopped) {
      await this.#throttle()
      this.#isWanted = false
      await this.#guarded(() => this.#pair())
    }
  }

  async #guarded(work: () => Promise<void>): Promise<void> {
    try {
      await work()
      this.#outage.succeeded()
    } catch (error) {
      this.#outage.failed(error, 'pairing failed, retrying')
    }
  }

  /** Pairs and expires all queued entries once. */
  async run(): Promise<void> {
    const { platform, rules } = this.#rooms
    const { isEmpty, hasPair, hasExpired } = await peekQueue(platform.pipelinedDb, now())
    this.#isQueueEmpty = isEmpty && !this.#isWanted
    if (hasPair) await this.#pair()
    if (hasExpired)
      this.#notifyExpired(await platform.write((tx) => expireTickets(tx, { rules, now: now() })))
  }

  async #pair(): Promise<void> {
    const { platform, rules, stakeRules, questionCache, registry } = this.#rooms
    const snapshot = await questionCache.current(platform.db)
    const pairedAt = now()
    const assign = (tx: Tx, pairs: Pair[]) => this.#assign(tx, pairs, { snapshot, now: pairedAt })
    const onEnded = (tickets: EndedEntry[]) => this.#notifyTimedOut(tickets)
    const pairs = await registry.hostPairs(
      () => platform.write((tx) => pairTickets(tx, { rules, stakeRules, now: pairedAt, assign, onEnded })),
      { snapshot, now: pairedAt },
    )
    await this.#notifyPairs(pairs)
  }

  /** Assigns the rooms of pairs to this process whose players are both connected to it. */
  async #assign(
    tx: Tx,
    pairs: Pair[],
    { snapshot, now }: { snapshot: QuestionSnapshot; now: Date },
  ): Promise<(RoomAssignment | undefined)[]> {
    const { platform, rules, registry } = this.#rooms
    const isConnected = ({ userId }: QueuedPlayer) => platform.connections.connectionsOf(userId).length > 0
    const local = new Set(pairs.filter(({ players }) => players.every(isConnected)))
    if (local.size === 0) return pairs.map(() => undefined)
    const userIds = [...local].flatMap(({ players }) => players.map(({ userId }) => userId))
    const ratings = await listSkillRatings(tx, userIds, now)
    const ratingsOf = new Map(userIds.map((id, index) => [id, ratings[index]!]))
    return pairs.map((pair) => {
      if (!local.has(pair)) return undefined
      const { topicId, seed } = pair
      const players = pair.players.map(({ userId }) => ratingsOf.get(userId)!)
      const questionIds = snapshot.draw('CHALLENGE', { topicId, seed, count: rules.questionCount, players })
      return questionIds.length > 0 ? { hostProcessId: registry.processId, questionIds } : undefined
    })
  }

  async #notifyPairs(pairs: Pair[]): Promise<void> {
    if (pairs.length === 0) return
    const { platform, describeUsers } = this.#rooms
    const { publicUrl } = platform.config
    const userIds = pairs.flatMap(({ players }) => players.map(({ userId }) => userId))
    const users = await describeUsers(platform.db, userIds)
    for (const { roomId, players, stake } of pairs) {
      const [one, other] = players
      for (const [player, rival] of [
        [one, other],
        [other, one],
      ] as const) {
        const opponent = personOpponent(publicUrl, users.get(rival.userId), rival)
        this.#notifyMatched(player.userId, roomId, opponent, stake)
      }
    }
  }

  #notifyExpired({ matchedWithBot, timedOut }: ExpiredTickets): void {
    const { platform } = this.#rooms
    for (const { userId, room } of matchedWithBot) {
      const opponent = botOpponent(platform.config.publicUrl, room.difficulty)
      this.#notifyMatched(userId, room.roomId, opponent, 0n)
    }
    this.#notifyTimedOut(timedOut)
  }

  #notifyTimedOut(tickets: EndedEntry[]): void {
    for (const { userId, sessionId, id: entryId } of tickets) {
      const data = { queueTicket: ticketOf({ entryId, sessionId }), botAvailable: true }
      this.#rooms.platform.connections.sendToUser(userId, battleFrame('queue.timeout', data))
    }
  }

  #notifyMatched(userId: UserId, roomId: RoomId, opponent: Opponent, stake: bigint): void {
    const { platform, rules } = this.#rooms
    const room = { id: roomId, stake, startDeadline: addMs(now(), rules.readyTimeoutMs) }
    platform.connections.sendToUser(userId, matchedFrame({ room, opponent }, rules.questionCount)!)
  }
}
