import { later } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/tx.ts'
import type { BattleRules } from '../rules.ts'
import { type Pair, pairSeekers } from './pairing.ts'
import { insertPairs, lockSeekers } from './queries.ts'

const SEEKERS_AT_ONCE = 500

/** Brings together those who wait and suit each other. Any number of matchmakers may do so at once. */
export async function pairTickets(
  tx: Tx,
  { rules, now }: { rules: BattleRules; now: Date },
): Promise<Pair[]> {
  const pairs = pairSeekers(await lockSeekers(tx, now, SEEKERS_AT_ONCE), now)
  if (pairs.length > 0) await insertPairs(tx, pairs, { now, waitsUntil: later(now, rules.readyMs) })
  return pairs
}
