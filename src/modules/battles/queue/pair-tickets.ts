import { later } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/tx.ts'
import type { BattleRules } from '../rules.ts'
import { type Keeping, type KeptPair, type Pair, pairSeekers } from './pairing.ts'
import { insertPairs, lockSeekers } from './queries.ts'

const SEEKERS_AT_ONCE = 500

interface PairTickets {
  rules: BattleRules
  now: Date
  /** Says of a pair whether the process that pairs them keeps their room from the start. */
  keep?: (pair: Pair) => Keeping | undefined
}

/** Brings together those who wait and suit each other. Any number of matchmakers may do so at once. */
export async function pairTickets(tx: Tx, { rules, now, keep }: PairTickets): Promise<KeptPair[]> {
  const seekers = await lockSeekers(tx, now, SEEKERS_AT_ONCE)
  const pairs = pairSeekers(seekers, now).map((pair) => ({ ...pair, kept: keep?.(pair) }))
  if (pairs.length > 0) await insertPairs(tx, pairs, { now, waitsUntil: later(now, rules.readyMs) })
  return pairs
}
