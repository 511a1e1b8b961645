import { addMs } from '../../platform/clock.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { BattleRules } from '../battle-game/public/rules.ts'
import {
  type AssignedPair,
  insertPairs,
  lockQueuedPlayers,
  type Pair,
  type QueuedPlayer,
  type RoomAssignment,
} from '../battle-records/public/queue.ts'
import { findStakeObstacles, type StakeRules } from '../battle-records/public/stake-rules.ts'
import { type MayMeet, pairPlayers } from './pairing.ts'

const PLAYERS_PER_BATCH = 500

interface PairTickets {
  rules: BattleRules
  stakeRules: StakeRules
  now: Date
  /** Assigns the room of a pair to this process; undefined leaves it without a host. */
  assign?: (pair: Pair) => RoomAssignment | undefined
}

/** Pairs queued players and creates their rooms. Matchmakers of several processes can run in parallel. */
export async function pairTickets(
  tx: Tx,
  { rules, stakeRules, now, assign }: PairTickets,
): Promise<AssignedPair[]> {
  const players = await lockQueuedPlayers(tx, now, PLAYERS_PER_BATCH)
  const mayMeet = await createMayMeet(tx, players, { stakeRules, now })
  const pairs = pairPlayers(players, now, mayMeet).map((pair) => ({ ...pair, assignment: assign?.(pair) }))
  if (pairs.length > 0) await insertPairs(tx, pairs, { now, startDeadline: addMs(now, rules.readyTimeoutMs) })
  return pairs
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
