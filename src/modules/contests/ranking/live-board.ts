import { now, SECOND_MS } from '../../../platform/clock.ts'
import { describeFault } from '../../../platform/describe-fault.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { LiveSubscription } from '../../../platform/live/live.ts'
import { log } from '../../../platform/log.ts'
import { type Connection, encodeFrame } from '../../../platform/sockets/connection.ts'
import type { ContestId } from '../contest.ts'
import type { ContestParts } from '../contests.ts'
import { errors } from '../errors.ts'
import { showContest } from '../listing/show-contest.ts'
import { BOARD_CHANNEL, type BoardMessage } from './announce-board.ts'
import { listRanks } from './queries.ts'
import { countEntries, showEntries } from './show-board.ts'

const ROUND_MS = SECOND_MS
const ENTRIES_SHOWN = 10
const CONTESTS_A_CONNECTION = 10

/** A contest that somebody in this process watches. */
interface Watch {
  watchers: Set<Connection>
  /** What each was told last, so that nobody is told what they know, and by which reading. */
  told: Map<Connection, { reading: number; place: string }>
  /** So many readings have begun. One that is slow may end after a later one, and is then not told any more. */
  readings: number
  timer: Timer | undefined
  lastRoundAt: number
}

/**
 * Brings the ranking to those who watch it: at most one round a second and contest, however many submit. A message
 * between processes only says that something is different; each process reads for its own watchers.
 */
export class LiveBoards {
  readonly #parts: ContestParts
  readonly #watches = new Map<ContestId, Watch>()
  readonly #leaving = new WeakSet<Connection>()
  #hearing: Promise<LiveSubscription> | undefined

  constructor(parts: ContestParts) {
    this.#parts = parts
  }

  /** From here on the connection hears of this contest; the first frames come at once. */
  async subscribe(connection: Connection, contestId: ContestId): Promise<void> {
    const { userId } = connection.caller
    // Refuses what the user may not see.
    await showContest(this.#parts.platform.db, { contestId, userId, now: now() })
    await this.#hear()
    if (!connection.isOpen) return
    const known = this.#watches.get(contestId)
    const isNew = !known?.watchers.has(connection)
    if (isNew && this.#countOf(connection) >= CONTESTS_A_CONNECTION) throw errors.too_many_subscriptions()
    const watch = known ?? this.#open(contestId)
    watch.watchers.add(connection)
    // Once for a connection: whoever comes and goes all day leaves nothing behind.
    if (!this.#leaving.has(connection)) connection.onClose(() => this.#forget(connection))
    this.#leaving.add(connection)
    watch.told.delete(connection)
    await this.#tell(contestId, watch, new Set([connection]))
  }

  unsubscribe(connection: Connection, contestId: ContestId): void {
    const watch = this.#watches.get(contestId)
    if (!watch?.watchers.delete(connection)) return
    watch.told.delete(connection)
    if (watch.watchers.size > 0) return
    clearTimeout(watch.timer)
    this.#watches.delete(contestId)
  }

  #forget(connection: Connection): void {
    for (const contestId of [...this.#watches.keys()]) this.unsubscribe(connection, contestId)
  }

  #open(contestId: ContestId): Watch {
    const watch: Watch = {
      watchers: new Set(),
      told: new Map(),
      readings: 0,
      timer: undefined,
      lastRoundAt: Number.NEGATIVE_INFINITY,
    }
    this.#watches.set(contestId, watch)
    return watch
  }

  #countOf(connection: Connection): number {
    let count = 0
    for (const { watchers } of this.#watches.values()) if (watchers.has(connection)) count++
    return count
  }

  /** Once for all contests. What failed is tried again by whoever comes next. */
  async #hear(): Promise<void> {
    this.#hearing ??= this.#parts.platform.live.subscribe(BOARD_CHANNEL, (message) =>
      this.#heard((message as BoardMessage).contestId),
    )
    try {
      await this.#hearing
    } catch (fault) {
      this.#hearing = undefined
      throw fault
    }
  }

  #heard(contestId: ContestId): void {
    const watch = this.#watches.get(contestId)
    if (!watch || watch.timer) return
    const wait = Math.max(0, watch.lastRoundAt + ROUND_MS - performance.now())
    watch.timer = setTimeout(() => this.#round(contestId, watch), wait)
  }

  #round(contestId: ContestId, watch: Watch): void {
    watch.timer = undefined
    watch.lastRoundAt = performance.now()
    this.#tell(contestId, watch, watch.watchers).catch((fault) =>
      log.warn(
        { contestId, fault: describeFault(fault) },
        'contests: a ranking was not brought to its watchers',
      ),
    )
  }

  async #tell(contestId: ContestId, watch: Watch, to: ReadonlySet<Connection>): Promise<void> {
    const { platform, describeUsers } = this.#parts
    const { db } = platform
    const [first] = to
    if (!first) return
    const reading = ++watch.readings
    const users = [...new Set([...to].map(({ caller }) => caller.userId))]
    const [contest, entries, total, ranks] = await Promise.all([
      showContest(db, { contestId, userId: first.caller.userId, now: now(), isForStaff: true }),
      showEntries(db, describeUsers, contestId, { limit: ENTRIES_SHOWN, offset: 0 }),
      countEntries(db, contestId),
      listRanks(db, contestId, users),
    ])
    const { status, participantCount } = contest
    const board = { contestId, status, entries, total, participantCount }
    const text = encodeFrame({ type: 'contest.leaderboard', data: board }, now())
    const placeOf = new Map<UserId, { rank: number; score: number }>(ranks.map((each) => [each.userId, each]))
    for (const connection of to) {
      const last = watch.told.get(connection)
      if (last && last.reading > reading) continue
      connection.sendText(text)
      const { rank, score } = placeOf.get(connection.caller.userId) ?? { rank: null, score: null }
      const place = `${rank} ${score}`
      watch.told.set(connection, { reading, place })
      if (last?.place === place) continue
      connection.send({ type: 'contest.rank', data: { contestId, rank, score } })
    }
  }
}
