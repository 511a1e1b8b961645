import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { ContestId } from '../contest.ts'
import { getLiveRank } from './get-live-rank.ts'
import { countBoard, findOwnResult, listBoard } from './queries.ts'

/** What others may see of a participant; handed down by `app/`. Whoever is missing is not shown. */
export type DescribeUsers = (
  db: Db,
  userIds: UserId[],
) => Promise<ReadonlyMap<UserId, { username: string; avatarUrl: string }>>

export interface BoardEntry {
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

export async function showEntries(
  db: Db,
  describeUsers: DescribeUsers,
  contestId: ContestId,
  page: { limit: number; offset: number },
): Promise<BoardEntry[]> {
  const rows = await listBoard(db, contestId, page)
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
    const timeTakenSeconds = wholeSeconds(timeTakenMs)
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
  return countBoard(db, contestId)
}

/** Where a user stands; null until they have submitted. */
export async function showOwnPlace(
  db: Db,
  contestId: ContestId,
  userId: UserId,
): Promise<{ rank: number; score: number } | null> {
  const own = await findOwnResult(db, contestId, userId)
  if (!own) return null
  return { rank: own.rank ?? (await getLiveRank(db, contestId, own)), score: own.score }
}

/** Ranks go by milliseconds; people read seconds. */
export function wholeSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1_000)
}
