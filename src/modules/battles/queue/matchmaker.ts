import { now } from '../../../platform/clock.ts'
import type { UserId } from '../../../platform/ids.ts'
import { log } from '../../../platform/log.ts'
import { paced } from '../../../platform/pace.ts'
import { type BattleParts, botOpponent, personOpponent } from '../battles.ts'
import type { RoomKeeper } from '../play/room-keeper.ts'
import { battleFrame } from '../protocol.ts'
import type { HeldQuestions, QuestionPool } from '../question-pool.ts'
import { ticketOf } from '../ticket.ts'
import { type ExpiredTickets, expireTickets } from './expire-tickets.ts'
import { pairTickets } from './pair-tickets.ts'
import type { Keeping, Pair } from './pairing.ts'
import { peekQueue } from './queries.ts'

/** Whoever joins alone is looked at once; where many join, so often is enough, and more are paired at a time. */
const PACE_MS = 40

/** Looks at the queue: at once when somebody joins here, and every so often for the others. */
export class Matchmaker {
  readonly #parts: BattleParts
  readonly #pool: QuestionPool
  readonly #keeper: RoomKeeper
  readonly #turn = paced(PACE_MS)
  #timer: Timer | undefined
  #running: Promise<void> | undefined
  #isWanted = false
  #isStopped = false

  constructor(parts: BattleParts, pool: QuestionPool, keeper: RoomKeeper) {
    this.#parts = parts
    this.#pool = pool
    this.#keeper = keeper
  }

  start(): void {
    this.#timer = setInterval(() => this.#lookAround(), this.#parts.rules.matchEveryMs)
  }

  /** Somebody has joined: looks again, after the look that is under way. */
  wake(): void {
    this.#isWanted = true
    if (!this.#running) this.#start(() => this.#pairAll())
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#timer)
    await this.#running
  }

  /** Windows widen and tickets expire without anybody joining. */
  #lookAround(): void {
    if (!this.#running) this.#start(() => this.#guarded(() => this.run()))
  }

  #start(work: () => Promise<void>): void {
    this.#running = work().finally(() => {
      this.#running = undefined
      if (this.#isWanted && !this.#isStopped) this.wake()
    })
  }

  async #pairAll(): Promise<void> {
    while (this.#isWanted && !this.#isStopped) {
      await this.#turn()
      this.#isWanted = false
      await this.#guarded(() => this.#pair())
    }
  }

  async #guarded(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (fault) {
      log.warn({ fault: String(fault) }, 'battles: the matchmaker failed, and tries again')
    }
  }

  /** One look at everybody who waits. */
  async run(): Promise<void> {
    const { platform, rules } = this.#parts
    const { hasPair, hasExpired } = await peekQueue(platform.quick, now())
    if (hasPair) await this.#pair()
    if (hasExpired) this.#tellExpired(await platform.write((tx) => expireTickets(tx, { rules, now: now() })))
  }

  async #pair(): Promise<void> {
    const { platform, rules } = this.#parts
    const pool = await this.#pool.current(platform.db)
    const moment = now()
    const keep = (pair: Pair) => this.#keepingOf(pair, pool)
    const pairs = await this.#keeper.keepNew(
      () => platform.write((tx) => pairTickets(tx, { rules, now: moment, keep })),
      { pool, now: moment },
    )
    await this.#tellPairs(pairs)
  }

  /** A battle of two who are both connected here begins here, and need not be looked for. */
  #keepingOf({ seekers, topicId, seed }: Pair, pool: HeldQuestions): Keeping | undefined {
    const { platform, rules } = this.#parts
    if (seekers.some(({ userId }) => platform.sockets.ofUser(userId).length === 0)) return undefined
    const questionIds = pool.draw({ topicId, seed, count: rules.questionCount })
    return questionIds.length > 0 ? { ownerId: this.#keeper.processId, questionIds } : undefined
  }

  async #tellPairs(pairs: Pair[]): Promise<void> {
    if (pairs.length === 0) return
    const { platform, describeUsers } = this.#parts
    const { publicUrl } = platform.config
    const everybody = pairs.flatMap(({ seekers }) => seekers.map(({ userId }) => userId))
    const users = await describeUsers(platform.db, everybody)
    for (const { roomId, seekers, stake } of pairs) {
      const [one, other] = seekers
      for (const [seeker, rival] of [
        [one, other],
        [other, one],
      ] as const) {
        const opponent = personOpponent(publicUrl, users.get(rival.userId), rival)
        this.#tellMatched(seeker.userId, roomId, opponent, stake)
      }
    }
  }

  #tellExpired({ toBots, timedOut }: ExpiredTickets): void {
    const { platform } = this.#parts
    for (const { userId, room } of toBots) {
      const opponent = botOpponent(platform.config.publicUrl, room.difficulty)
      this.#tellMatched(userId, room.roomId, opponent, 0n)
    }
    for (const { userId, sessionId, id: entryId } of timedOut) {
      const data = { queueTicket: ticketOf({ entryId, sessionId }), botAvailable: true }
      platform.sockets.toUser(userId, battleFrame('queue.timeout', data))
    }
  }

  #tellMatched(
    userId: UserId,
    roomId: Pair['roomId'],
    opponent: ReturnType<typeof botOpponent>,
    stake: bigint,
  ) {
    const { platform, rules } = this.#parts
    const frame = battleFrame('queue.matched', {
      roomId,
      opponent,
      stakeAmount: Number(stake),
      questionCount: rules.questionCount,
      readyBy: new Date(now().getTime() + rules.readyMs).toISOString(),
    })
    platform.sockets.toUser(userId, { ...frame, roomId })
  }
}
