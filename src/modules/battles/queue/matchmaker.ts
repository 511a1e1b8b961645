import { now } from '../../../platform/clock.ts'
import type { UserId } from '../../../platform/ids.ts'
import { log } from '../../../platform/log.ts'
import { type BattleParts, botOpponent, personOpponent } from '../battles.ts'
import { battleFrame } from '../protocol.ts'
import { ticketOf } from '../ticket.ts'
import { type ExpiredTickets, expireTickets } from './expire-tickets.ts'
import { pairTickets } from './pair-tickets.ts'
import type { Pair } from './pairing.ts'

/** Looks at the queue: at once when somebody joins here, and every so often for the others. */
export class Matchmaker {
  readonly #parts: BattleParts
  #timer: Timer | undefined
  #running: Promise<void> | undefined
  #isWanted = false
  #isStopped = false

  constructor(parts: BattleParts) {
    this.#parts = parts
  }

  start(): void {
    this.#timer = setInterval(() => this.wake(), this.#parts.rules.matchEveryMs)
  }

  /** Somebody has joined: looks again, after the look that is under way. */
  wake(): void {
    this.#isWanted = true
    this.#running ??= this.#runAll().finally(() => {
      this.#running = undefined
    })
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#timer)
    await this.#running
  }

  async #runAll(): Promise<void> {
    while (this.#isWanted && !this.#isStopped) {
      this.#isWanted = false
      try {
        await this.run()
      } catch (fault) {
        log.warn({ fault: String(fault) }, 'battles: the matchmaker failed, and tries again')
      }
    }
  }

  /** One look. */
  async run(): Promise<void> {
    const { platform, rules } = this.#parts
    const pairs = await platform.write((tx) => pairTickets(tx, { rules, now: now() }))
    const expired = await platform.write((tx) => expireTickets(tx, { rules, now: now() }))
    await this.#tellPairs(pairs)
    this.#tellExpired(expired)
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
    for (const { userId, id } of timedOut) {
      const data = { queueTicket: ticketOf(id), botAvailable: true }
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
