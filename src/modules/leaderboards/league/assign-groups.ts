import type { Tx } from '../../../platform/transaction/tx.ts'
import { assignEntries, isLeagueWeekReady } from './queries.ts'

const ENTRANTS_PER_BATCH = 5_000

/**
 * Assigns groups to all learners of a week who have none, and returns their number. Returns 0 while an earlier week is open,
 * because its results decide their divisions. The caller has locked the week.
 */
export async function assignGroups(tx: Tx, startsOn: string): Promise<number> {
  if (!(await isLeagueWeekReady(tx, startsOn))) return 0
  for (let assigned = 0; ; ) {
    const batch = await assignEntries(tx, startsOn, ENTRANTS_PER_BATCH)
    assigned += batch
    if (batch < ENTRANTS_PER_BATCH) return assigned
  }
}
