import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { getLiveRank } from './get-live-rank.ts'
import { countLeaderboard, findOwnResult, listLeaderboardRows } from './leaderboard-queries.ts'
import type { ContestId } from './public/contest.ts'

/** What others may see of a participant; handed down by `app/`. Whoever is missing is not shown. */
export type DescribeUsers = (
  db: Db,
  userIds: UserId[],
) => Promise<ReadonlyMap<UserId, { username: string; avatarUrl: string }>>

export interface ContestLeaderboardEntry {
  rank: number
  userId: UserId
  username: string
  avatarUrl: string
  score: number
  correctCount: number
  timeTakenSeconds: number
  prizeGems: number
  submittedAt: string
}

export async function listLeaderboardEntries(
  db: Db,
  describeUsers: DescribeUsers,
  contestId: ContestId,
  page: { limit: number; offset: number },
): Promise<ContestLeaderboardEntry[]> {
  const rows = await listLeaderboardRows(db, contestId, page)
  const users =
    rows.length === 0
      ? new Map<UserId, never>()
      : await describeUsers(
          db,
          rows.map(({ userId }) => userId),
        )
  return rows.flatMap(({ userId, timeTakenMs, submittedAt, rank, score, correctCount, prizeGems }) => {
    const user = users.get(userId)
    if (!user) return []
    const { username, avatarUrl } = user
    const timeTakenSeconds = floorToSeconds(timeTakenMs)
    const at = submittedAt.toISOString()
    return [
      {
        rank,
        userId,
        username,
        avatarUrl,
        score,
        correctCount,
        timeTakenSeconds,
        prizeGems,
        submittedAt: at,
      },
    ]
  })
}

export function countEntries(db: Db, contestId: ContestId): Promise<number> {
  return countLeaderboard(db, contestId)
}

/** Where a user stands; null until they have submitted. */
export async function getOwnRank(
  db: Db,
  contestId: ContestId,
  userId: UserId,
): Promise<{ rank: number; score: number } | null> {
  const own = await findOwnResult(db, contestId, userId)
  if (!own) return null
  return { rank: own.rank ?? (await getLiveRank(db, contestId, own)), score: own.score }
}

/** Ranks go by milliseconds; people read seconds. */
export function floorToSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1_000)
}
