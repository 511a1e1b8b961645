import { addMs } from '../../platform/clock.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { BattleRules } from '../battle-game/public/rules.ts'
import {
  type AssignedPair,
  insertPairs,
  lockQueuedPlayers,
  type Pair,
  type RoomAssignment,
} from '../battle-records/public/queue.ts'
import { pairPlayers } from './pairing.ts'

const PLAYERS_PER_BATCH = 500

interface PairTickets {
  rules: BattleRules
  now: Date
  /** Assigns the room of a pair to this process; undefined leaves it without a host. */
  assign?: (pair: Pair) => RoomAssignment | undefined
}

/** Pairs queued players and creates their rooms. Matchmakers of several processes can run in parallel. */
export async function pairTickets(tx: Tx, { rules, now, assign }: PairTickets): Promise<AssignedPair[]> {
  const players = await lockQueuedPlayers(tx, now, PLAYERS_PER_BATCH)
  const pairs = pairPlayers(players, now).map((pair) => ({ ...pair, assignment: assign?.(pair) }))
  if (pairs.length > 0) await insertPairs(tx, pairs, { now, startDeadline: addMs(now, rules.readyTimeoutMs) })
  return pairs
}
