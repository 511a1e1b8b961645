import { addMs } from '../../platform/clock.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { BattleRules } from '../battle-game/public/rules.ts'
import { type EndedEntry, endQueuedEntries } from '../battle-records/public/entries.ts'
import {
  type AssignedPair,
  insertPairs,
  lockQueuedPlayers,
  type Pair,
  type QueuedPlayer,
  type RoomAssignment,
} from '../battle-records/public/queue.ts'
import { findStakeObstacles, type StakeRules } from '../battle-records/public/stake-rules.ts'
import { escrowStakes } from '../battle-records/public/stakes.ts'
import type { EntryId } from '../battle-records/public/ticket.ts'
import { lockGems } from '../ledger/public/lock-gems.ts'
import { type MayMeet, pairPlayers } from './pairing.ts'

const PLAYERS_PER_BATCH = 500

interface PairTickets {
  rules: BattleRules
  stakeRules: StakeRules
  now: Date
  /** Assigns the rooms of pairs to this process; undefined leaves a room without a host. */
  assign?: (tx: Tx, pairs: Pair[]) => Promise<(RoomAssignment | undefined)[]>
  /** Called after the commit with the entries that ended because their users no longer have the gems. */
  onEnded?: (tickets: EndedEntry[]) => void
}

/**
 * Pairs queued players, creates their rooms and moves their stakes to escrow. Matchmakers of several processes can run in
 * parallel.
 */
export async function pairTickets(
  tx: Tx,
  { rules, stakeRules, now, assign, onEnded }: PairTickets,
): Promise<AssignedPair[]> {
  const players = await lockQueuedPlayers(tx, now, PLAYERS_PER_BATCH)
  const mayMeet = await createMayMeet(tx, players, { stakeRules, now })
  const found = pairPlayers(players, now, mayMeet)
  const withoutGems = await findPlayersWithoutGems(tx, found)
  const isPaid = ({ players }: Pair) => players.every(({ id }) => !withoutGems.has(id))
  const paid = found.filter(isPaid)
  const assignments = paid.length > 0 ? await assign?.(tx, paid) : undefined
  const pairs = paid.map((pair, index) => ({ ...pair, assignment: assignments?.[index] }))
  if (pairs.length > 0) {
    await insertPairs(tx, pairs, { now, startDeadline: addMs(now, rules.readyTimeoutMs) })
    const seated = pairs.flatMap(({ players, stake }) => players.map((player) => ({ ...player, stake })))
    await escrowStakes(
      tx,
      seated.map(({ id, userId, stake }) => ({ entryId: id, userId, stake, now })),
    )
  }
  if (withoutGems.size > 0) {
    const ended = await endQueuedEntries(tx, { ids: [...withoutGems], status: 'TIMED_OUT', now })
    tx.afterCommit(() => onEnded?.(ended))
  }
  return pairs
}

/** The players who have spent the gems of their stake since they joined. Locks the balances of all who play for gems. */
async function findPlayersWithoutGems(tx: Tx, pairs: Pair[]): Promise<Set<EntryId>> {
  const staked = pairs.flatMap(({ players, stake }) => (stake > 0n ? players : []))
  if (staked.length === 0) return new Set()
  const gems = await lockGems(
    tx,
    staked.map(({ userId }) => userId),
  )
  return new Set(staked.filter(({ userId, stake }) => gems.get(userId)! < stake).map(({ id }) => id))
}

/** Players who may not play for their stake against each other wait for other opponents. */
async function createMayMeet(
  tx: Tx,
  players: QueuedPlayer[],
  check: { stakeRules: StakeRules; now: Date },
): Promise<MayMeet> {
  const byStake = Map.groupBy(players, ({ stake }) => stake)
  const obstacles = new Map<bigint, Awaited<ReturnType<typeof findStakeObstacles>>>()
  for (const [stake, group] of byStake) {
    const userIds = group.map(({ userId }) => userId)
    obstacles.set(stake, await findStakeObstacles(tx, userIds, { ...check, stake }))
  }
  return (one, other) => {
    const { areRelated, haveReachedLimit } = obstacles.get(one.stake)!
    return !areRelated(one.userId, other.userId) && !haveReachedLimit(one.userId, other.userId)
  }
}
