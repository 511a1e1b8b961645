import { now, SECOND_MS } from '../../platform/clock.ts'
import { describeError } from '../../platform/describe-error.ts'
import type { UserId } from '../../platform/ids.ts'
import { log } from '../../platform/log.ts'
import type { ChannelSubscription } from '../../platform/pubsub/pubsub.ts'
import { type Connection, encodeFrame } from '../../platform/websockets/connection.ts'
import type { ContestDeps } from './contest-deps.ts'
import { errors } from './errors.ts'
import { countEntries, listLeaderboardEntries } from './leaderboard.ts'
import { listRanks } from './leaderboard-queries.ts'
import type { ContestId } from './public/contest.ts'
import { getContestView } from './public/get-contest-view.ts'
import { LEADERBOARD_CHANNEL, type LeaderboardMessage } from './publish-leaderboard-change.ts'

const REFRESH_INTERVAL_MS = SECOND_MS
const ENTRIES_SHOWN = 10
const SUBSCRIPTIONS_PER_CONNECTION = 10

/** A contest that somebody in this process watches. */
interface LeaderboardSubscription {
  watchers: Set<Connection>
  /** What each was told last, so that nobody is told what they know, and by which reading. */
  lastSent: Map<Connection, { reading: number; sentRank: string }>
  /** So many readings have begun. One that is slow may end after a later one, and is then not told any more. */
  readings: number
  timer: Timer | undefined
  lastRefreshAt: number
}

/**
 * Brings the ranking to those who watch it: at most one round a second and contest, however many submit. A message
 * between processes only says that something is different; each process reads for its own watchers.
 */
export class LiveLeaderboards {
  readonly #deps: ContestDeps
  readonly #subscriptions = new Map<ContestId, LeaderboardSubscription>()
  readonly #watchedConnections = new WeakSet<Connection>()
  #channelSubscription: Promise<ChannelSubscription> | undefined

  constructor(deps: ContestDeps) {
    this.#deps = deps
  }

  /** From here on the connection hears of this contest; the first frames come at once. */
  async subscribe(connection: Connection, contestId: ContestId): Promise<void> {
    const { userId } = connection.caller
    // Refuses what the user may not see.
    await getContestView(this.#deps.platform.db, { contestId, userId, now: now() })
    await this.#subscribeToChanges()
    if (!connection.isOpen) return
    const known = this.#subscriptions.get(contestId)
    const isNew = !known?.watchers.has(connection)
    if (isNew && this.#countSubscriptions(connection) >= SUBSCRIPTIONS_PER_CONNECTION)
      throw errors.too_many_subscriptions()
    const subscription = known ?? this.#open(contestId)
    subscription.watchers.add(connection)
    // Once for a connection: whoever comes and goes all day leaves nothing behind.
    if (!this.#watchedConnections.has(connection)) connection.onClose(() => this.#unsubscribeAll(connection))
    this.#watchedConnections.add(connection)
    subscription.lastSent.delete(connection)
    await this.#send(contestId, subscription, new Set([connection]))
  }

  unsubscribe(connection: Connection, contestId: ContestId): void {
    const subscription = this.#subscriptions.get(contestId)
    if (!subscription?.watchers.delete(connection)) return
    subscription.lastSent.delete(connection)
    if (subscription.watchers.size > 0) return
    clearTimeout(subscription.timer)
    this.#subscriptions.delete(contestId)
  }

  #unsubscribeAll(connection: Connection): void {
    for (const contestId of [...this.#subscriptions.keys()]) this.unsubscribe(connection, contestId)
  }

  #open(contestId: ContestId): LeaderboardSubscription {
    const subscription: LeaderboardSubscription = {
      watchers: new Set(),
      lastSent: new Map(),
      readings: 0,
      timer: undefined,
      lastRefreshAt: Number.NEGATIVE_INFINITY,
    }
    this.#subscriptions.set(contestId, subscription)
    return subscription
  }

  #countSubscriptions(connection: Connection): number {
    let count = 0
    for (const { watchers } of this.#subscriptions.values()) if (watchers.has(connection)) count++
    return count
  }

  /** Once for all contests. What failed is tried again by whoever comes next. */
  async #subscribeToChanges(): Promise<void> {
    this.#channelSubscription ??= this.#deps.platform.pubsub.subscribe(LEADERBOARD_CHANNEL, (message) =>
      this.#onChange((message as LeaderboardMessage).contestId),
    )
    try {
      await this.#channelSubscription
    } catch (fault) {
      this.#channelSubscription = undefined
      throw fault
    }
  }

  #onChange(contestId: ContestId): void {
    const subscription = this.#subscriptions.get(contestId)
    if (!subscription || subscription.timer) return
    const wait = Math.max(0, subscription.lastRefreshAt + REFRESH_INTERVAL_MS - performance.now())
    subscription.timer = setTimeout(() => this.#refresh(contestId, subscription), wait)
  }

  #refresh(contestId: ContestId, subscription: LeaderboardSubscription): void {
    subscription.timer = undefined
    subscription.lastRefreshAt = performance.now()
    this.#send(contestId, subscription, subscription.watchers).catch((fault) =>
      log.warn({ contestId, fault: describeError(fault) }, 'contests: leaderboard refresh failed'),
    )
  }

  async #send(
    contestId: ContestId,
    subscription: LeaderboardSubscription,
    to: ReadonlySet<Connection>,
  ): Promise<void> {
    const { platform, describeUsers } = this.#deps
    const { db } = platform
    const [first] = to
    if (!first) return
    const reading = ++subscription.readings
    const users = [...new Set([...to].map(({ caller }) => caller.userId))]
    const [contest, entries, total, ranks] = await Promise.all([
      getContestView(db, { contestId, userId: first.caller.userId, now: now(), includePrivate: true }),
      listLeaderboardEntries(db, describeUsers, contestId, { limit: ENTRIES_SHOWN, offset: 0 }),
      countEntries(db, contestId),
      listRanks(db, contestId, users),
    ])
    const { status, participantCount } = contest
    const leaderboard = { contestId, status, entries, total, participantCount }
    const text = encodeFrame({ type: 'contest.leaderboard', data: leaderboard }, now())
    const rankOf = new Map<UserId, { rank: number; score: number }>(ranks.map((each) => [each.userId, each]))
    for (const connection of to) {
      const last = subscription.lastSent.get(connection)
      if (last && last.reading > reading) continue
      connection.sendText(text)
      const { rank, score } = rankOf.get(connection.caller.userId) ?? { rank: null, score: null }
      const sentRank = `${rank} ${score}`
      subscription.lastSent.set(connection, { reading, sentRank })
      if (last?.sentRank === sentRank) continue
      connection.send({ type: 'contest.rank', data: { contestId, rank, score } })
    }
  }
}
