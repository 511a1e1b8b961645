import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { ContestId } from '../contest.ts'
import { errors } from '../errors.ts'
import { type ContestView, presentContest } from './contest-view.ts'
import { listContestRows } from './queries.ts'

interface ShowContest {
  contestId: ContestId
  userId: UserId
  isForStaff?: boolean
  now: Date
}

/** A contest as one user sees it. A private one is not there for those who have not joined it. */
export async function showContest(
  db: Db,
  { contestId, userId, isForStaff = false, now }: ShowContest,
): Promise<ContestView> {
  const [row] = await listContestRows(db, [contestId], userId)
  if (!row || (row.type === 'PRIVATE' && row.joinedAt === null && !isForStaff))
    throw errors.contest_not_found()
  return presentContest(row, now)
}
