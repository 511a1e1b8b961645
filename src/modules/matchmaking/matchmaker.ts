import { now } from '../../platform/clock.ts'
import { createThrottle } from '../../platform/concurrency/throttle.ts'
import type { UserId } from '../../platform/ids.ts'
import { log } from '../../platform/log.ts'
import { battleFrame } from '../battle-game/public/protocol.ts'
import { type BattleDeps, botOpponent, personOpponent } from '../battle-records/public/battle-deps.ts'
import { peekQueue } from '../battle-records/public/entries.ts'
import { ticketOf } from '../battle-records/public/ticket.ts'
import type { QuestionCache, QuestionSnapshot } from '../battle-rooms/public/question-cache.ts'
import type { RoomRegistry } from '../battle-rooms/public/room-registry.ts'
import { type ExpiredTickets, expireTickets } from './expire-tickets.ts'
import { pairTickets } from './pair-tickets.ts'
import type { Pair, RoomAssignment } from './pairing.ts'

/** Whoever joins alone is looked at once; where many join, so often is enough, and more are paired at a time. */
const PAIRING_INTERVAL_MS = 40

/** Looks at the queue: at once when somebody joins here, and every so often for the others. */
export class Matchmaker {
  readonly #deps: BattleDeps
  readonly #questionCache: QuestionCache
  readonly #registry: RoomRegistry
  readonly #throttle = createThrottle(PAIRING_INTERVAL_MS)
  #timer: Timer | undefined
  #running: Promise<void> | undefined
  #isWanted = false
  #isStopped = false

  constructor(deps: BattleDeps, pool: QuestionCache, registry: RoomRegistry) {
    this.#deps = deps
    this.#questionCache = pool
    this.#registry = registry
  }

  start(): void {
    this.#timer = setInterval(() => this.#poll(), this.#deps.rules.matchIntervalMs)
  }

  /** Somebody has joined: looks again, after the look that is under way. */
  wake(): void {
    this.#isWanted = true
    if (!this.#running) this.#start(() => this.#pairUntilIdle())
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#timer)
    await this.#running
  }

  /** Windows widen and tickets expire without anybody joining. */
  #poll(): void {
    if (!this.#running) this.#start(() => this.#guarded(() => this.run()))
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
    } catch (fault) {
      log.warn({ fault: String(fault) }, 'matchmaking: pairing failed, retrying')
    }
  }

  /** One look at everybody who waits. */
  async run(): Promise<void> {
    const { platform, rules } = this.#deps
    const { hasPair, hasExpired } = await peekQueue(platform.pipelinedDb, now())
    if (hasPair) await this.#pair()
    if (hasExpired)
      this.#notifyExpired(await platform.write((tx) => expireTickets(tx, { rules, now: now() })))
  }

  async #pair(): Promise<void> {
    const { platform, rules } = this.#deps
    const pool = await this.#questionCache.current(platform.db)
    const moment = now()
    const assign = (pair: Pair) => this.#assignmentOf(pair, pool)
    const pairs = await this.#registry.hostPairs(
      () => platform.write((tx) => pairTickets(tx, { rules, now: moment, assign })),
      { pool, now: moment },
    )
    await this.#notifyPairs(pairs)
  }

  /** A battle of two who are both connected here begins here, and need not be looked for. */
  #assignmentOf({ players, topicId, seed }: Pair, pool: QuestionSnapshot): RoomAssignment | undefined {
    const { platform, rules } = this.#deps
    if (players.some(({ userId }) => platform.connections.connectionsOf(userId).length === 0))
      return undefined
    const questionIds = pool.draw({ topicId, seed, count: rules.questionCount })
    return questionIds.length > 0 ? { hostProcessId: this.#registry.processId, questionIds } : undefined
  }

  async #notifyPairs(pairs: Pair[]): Promise<void> {
    if (pairs.length === 0) return
    const { platform, describeUsers } = this.#deps
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
    const { platform } = this.#deps
    for (const { userId, room } of matchedWithBot) {
      const opponent = botOpponent(platform.config.publicUrl, room.difficulty)
      this.#notifyMatched(userId, room.roomId, opponent, 0n)
    }
    for (const { userId, sessionId, id: entryId } of timedOut) {
      const data = { queueTicket: ticketOf({ entryId, sessionId }), botAvailable: true }
      platform.connections.sendToUser(userId, battleFrame('queue.timeout', data))
    }
  }

  #notifyMatched(
    userId: UserId,
    roomId: Pair['roomId'],
    opponent: ReturnType<typeof botOpponent>,
    stake: bigint,
  ) {
    const { platform, rules } = this.#deps
    const frame = battleFrame('queue.matched', {
      roomId,
      opponent,
      stakeAmount: Number(stake),
      questionCount: rules.questionCount,
      readyBy: new Date(now().getTime() + rules.readyTimeoutMs).toISOString(),
    })
    platform.connections.sendToUser(userId, { ...frame, roomId })
  }
}
