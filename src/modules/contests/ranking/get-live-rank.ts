import type { Db } from '../../../platform/db/database.ts'
import type { ContestId } from '../contest.ts'
import { countBetter, type Result } from './queries.ts'

/** Where a result stands among those that are in. Equal results have the same rank. */
export async function getLiveRank(db: Db, contestId: ContestId, result: Result): Promise<number> {
  return 1 + (await countBetter(db, contestId, result))
}
