import { now, SECOND_MS } from '../../platform/clock.ts'
import { describeError } from '../../platform/describe-error.ts'
import type { UserId } from '../../platform/ids.ts'
import { log } from '../../platform/log.ts'
import type { ChannelSubscription, PubSub } from '../../platform/pubsub/pubsub.ts'
import type { EventHandler } from '../../platform/transaction/reactions.ts'
import { type Connection, encodeFrame } from '../../platform/websockets/connection.ts'
import type { ContestDeps } from './contest-deps.ts'
import { errors } from './errors.ts'
import { listLeaderboardEntries } from './leaderboard.ts'
import { countLeaderboard, listRanks } from './leaderboard-queries.ts'
import { type ContestId, isDecided } from './public/contest.ts'
import { getContestView } from './public/get-contest-view.ts'

const REFRESH_INTERVAL_MS = SECOND_MS
const ENTRIES_SHOWN = 10
const SUBSCRIPTIONS_PER_CONNECTION = 10
const LEADERBOARD_CHANNEL = 'contests.leaderboard'

interface LeaderboardMessage {
  contestId: ContestId
}

/** Notifies all processes after the commit that the ranks of a contest may have changed. */
export function publishLeaderboardChange(pubsub: PubSub): EventHandler<LeaderboardMessage> {
  return async (tx, { data: { contestId } }) => {
    const message: LeaderboardMessage = { contestId }
    tx.afterCommit(() => pubsub.publish(LEADERBOARD_CHANNEL, message))
  }
}

/** A contest with watchers in this process. */
interface LeaderboardSubscription {
  watchers: Set<Connection>
  /** The rank sent last to each connection, and the read it came from. */
  lastSent: Map<Connection, { read: number; sentRank: string }>
  /** Number of reads started. The result of a slow read is dropped after that of a later one. */
  readCount: number
  timer: Timer | undefined
  lastRefreshAt: number
}

/**
 * Sends the leaderboard to its watchers, at most once per second and contest. A message between processes only reports
 * a change; each process reads the leaderboard for its own watchers.
 */
export class LiveLeaderboards {
  readonly #deps: ContestDeps
  readonly #subscriptions = new Map<ContestId, LeaderboardSubscription>()
  readonly #watchedConnections = new WeakSet<Connection>()
  #channelSubscription: Promise<ChannelSubscription> | undefined

  constructor(deps: ContestDeps) {
    this.#deps = deps
  }

  /** Subscribes the connection and sends the current leaderboard. */
  async subscribe(connection: Connection, contestId: ContestId): Promise<void> {
    const { userId } = connection.caller
    // Throws if the user may not see the contest.
    await getContestView(this.#deps.platform.db, { contestId, userId, now: now() })
    await this.#subscribeToChanges()
    if (!connection.isOpen) return
    const known = this.#subscriptions.get(contestId)
    const isNew = !known?.watchers.has(connection)
    if (isNew && this.#countSubscriptions(connection) >= SUBSCRIPTIONS_PER_CONNECTION)
      throw errors.too_many_subscriptions()
    const subscription = known ?? this.#open(contestId)
    subscription.watchers.add(connection)
    // One close listener per connection, however often it subscribes.
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
      readCount: 0,
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

  /** Subscribes to the channel once for all contests. After a failure, the next call retries. */
  async #subscribeToChanges(): Promise<void> {
    this.#channelSubscription ??= this.#deps.platform.pubsub.subscribe(LEADERBOARD_CHANNEL, (message) =>
      this.#onChange((message as LeaderboardMessage).contestId),
    )
    try {
      await this.#channelSubscription
    } catch (error) {
      this.#channelSubscription = undefined
      throw error
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
    this.#send(contestId, subscription, subscription.watchers).catch((error) =>
      log.warn({ contestId, error: describeError(error) }, 'contests: leaderboard refresh failed'),
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
    const read = ++subscription.readCount
    const users = [...new Set([...to].map(({ caller }) => caller.userId))]
    const { status, participantCount } = await getContestView(db, {
      contestId,
      userId: first.caller.userId,
      now: now(),
      includePrivate: true,
    })
    const page = { contestId, isDecided: isDecided(status), limit: ENTRIES_SHOWN, offset: 0 }
    const [entries, total, ranks] = await Promise.all([
      listLeaderboardEntries(db, describeUsers, page),
      countLeaderboard(db, contestId),
      isDecided(status) ? listRanks(db, contestId, users) : [],
    ])
    const leaderboard = { contestId, status, entries, total, participantCount }
    const text = encodeFrame({ type: 'contest.leaderboard', data: leaderboard }, now())
    const rankOf = new Map<UserId, { rank: number; score: number }>(ranks.map((each) => [each.userId, each]))
    for (const connection of to) {
      const last = subscription.lastSent.get(connection)
      if (last && last.read > read) continue
      connection.sendText(text)
      const { rank, score } = rankOf.get(connection.caller.userId) ?? { rank: null, score: null }
      const sentRank = `${rank} ${score}`
      subscription.lastSent.set(connection, { read, sentRank })
      if (last?.sentRank === sentRank) continue
      connection.send({ type: 'contest.rank', data: { contestId, rank, score } })
    }
  }
}
