import type { Db } from '../../platform/db/database.ts'
import { TimestampSchema } from '../../platform/http/schemas.ts'
import type { UserId } from '../../platform/ids.ts'
import { z } from '../../platform/zod.ts'
import type { DescribeUsers } from '../accounts/public/public-profile.ts'
import {
  countBetterResults,
  findOwnResult,
  listLeaderboardRows,
  listSubmissions,
} from './leaderboard-queries.ts'
import type { ContestId } from './public/contest.ts'

/** One line of the leaderboard, in responses and frames. */
export const ContestLeaderboardEntrySchema = z
  .object({
    rank: z.int().nullable().openapi({ description: 'Null until the contest is decided.' }),
    userId: z.string(),
    username: z.string(),
    avatarUrl: z.string(),
    score: z.int().nullable().openapi({ description: 'Null until the contest is decided.' }),
    correctCount: z.int().nullable().openapi({ description: 'Null until the contest is decided.' }),
    timeTakenSeconds: z.int(),
    prizeGems: z.int(),
    submittedAt: TimestampSchema,
  })
  .openapi('ContestLeaderboardEntry')

interface ListLeaderboard {
  contestId: ContestId
  isDecided: boolean
  limit: number
  offset: number
}

/**
 * The ranking of a decided contest. Before, the submissions in the order of their time, without results: a participant
 * who sees them could find the correct answers for another one.
 */
export async function listLeaderboardEntries(
  db: Db,
  describeUsers: DescribeUsers,
  { contestId, isDecided, ...page }: ListLeaderboard,
): Promise<z.output<typeof ContestLeaderboardEntrySchema>[]> {
  const rows = await (isDecided ? listLeaderboardRows : listSubmissions)(db, contestId, page)
  if (rows.length === 0) return []
  const users = await describeUsers(
    db,
    rows.map(({ userId }) => userId),
  )
  return rows.flatMap(({ timeTakenMs, submittedAt, ...row }) => {
    const user = users.get(row.userId)
    if (!user) return []
    const { username, avatarUrl } = user
    const timeTakenSeconds = floorToSeconds(timeTakenMs)
    return [{ ...row, username, avatarUrl, timeTakenSeconds, submittedAt: submittedAt.toISOString() }]
  })
}

/** The rank of a user in a decided contest; null without a submission. Equal results have the same rank. */
export async function getOwnRank(
  db: Db,
  contestId: ContestId,
  userId: UserId,
): Promise<{ rank: number; score: number } | null> {
  const own = await findOwnResult(db, contestId, userId)
  if (!own) return null
  return { rank: own.rank ?? 1 + (await countBetterResults(db, contestId, own)), score: own.score }
}

/** Ranks compare milliseconds; responses show seconds. */
export function floorToSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1_000)
}
