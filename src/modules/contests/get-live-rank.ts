import type { Db } from '../../platform/db/database.ts'
import { countBetterResults, type Result } from './leaderboard-queries.ts'
import type { ContestId } from './public/contest.ts'

/** Where a result stands among those that are in. Equal results have the same rank. */
export async function getLiveRank(db: Db, contestId: ContestId, result: Result): Promise<number> {
  return 1 + (await countBetterResults(db, contestId, result))
}
