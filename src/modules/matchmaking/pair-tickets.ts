import { addMs } from '../../platform/clock.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { BattleRules } from '../battle-game/public/rules.ts'
import { insertPairs, lockQueuedPlayers } from '../battle-records/public/entries.ts'
import { type AssignedPair, type Pair, pairPlayers, type RoomAssignment } from './pairing.ts'

const PLAYERS_PER_BATCH = 500

interface PairTickets {
  rules: BattleRules
  now: Date
  /** Says of a pair whether the process that pairs them keeps their room from the start. */
  assign?: (pair: Pair) => RoomAssignment | undefined
}

/** Brings together those who wait and suit each other. Any number of matchmakers may do so at once. */
export async function pairTickets(tx: Tx, { rules, now, assign }: PairTickets): Promise<AssignedPair[]> {
  const players = await lockQueuedPlayers(tx, now, PLAYERS_PER_BATCH)
  const pairs = pairPlayers(players, now).map((pair) => ({ ...pair, assignment: assign?.(pair) }))
  if (pairs.length > 0) await insertPairs(tx, pairs, { now, startDeadline: addMs(now, rules.readyTimeoutMs) })
  return pairs
}
