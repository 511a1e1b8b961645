import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { errors } from '../errors.ts'
import { listContestRows } from '../listing-queries.ts'
import type { ContestId } from './contest.ts'
import { type ContestView, presentContest } from './contest-view.ts'

interface GetContestView {
  contestId: ContestId
  userId: UserId
  includePrivate?: boolean
  now: Date
}

/** A contest as one user sees it. Throws `contest_not_found` for a private contest that the user has not joined. */
export async function getContestView(
  db: Db,
  { contestId, userId, includePrivate = false, now }: GetContestView,
): Promise<ContestView> {
  const [row] = await listContestRows(db, [contestId], userId)
  if (!row || (row.type === 'PRIVATE' && row.joinedAt === null && !includePrivate))
    throw errors.contest_not_found()
  return presentContest(row, now)
}
