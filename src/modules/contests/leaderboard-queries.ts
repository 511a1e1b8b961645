import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { ContestId } from './public/contest.ts'

/** The fields that decide a rank. */
interface Result {
  score: number
  timeTakenMs: number
  submittedAt: Date
}

/** Counts better results. Both subqueries are range scans of the index `contest_leaderboard`. */
export async function countBetterResults(
  db: Db,
  contestId: ContestId,
  { score, timeTakenMs, submittedAt }: Result,
): Promise<number> {
  const [row] = await db<{ count: number }>`
    select ((
      select count(*) from contest_participant
      where contest_id = ${contestId} and submitted_at is not null and withdrawn_at is null and score > ${score}
    ) + (
      select count(*) from contest_participant
      where contest_id = ${contestId} and submitted_at is not null and withdrawn_at is null and score = ${score}
        and (time_taken_ms, submitted_at) < (${timeTakenMs}, ${submittedAt})
    ))::integer as count`
  return row!.count
}

interface ContestLeaderboardRow {
  userId: UserId
  submittedAt: Date
  timeTakenMs: number
  prizeGems: number
  /** Null until the contest is decided. */
  score: number | null
  correctCount: number | null
  rank: number | null
}

/** The submissions of an undecided contest in the order of their time, without results. */
export async function listSubmissions(
  db: Db,
  contestId: ContestId,
  { limit, offset }: { limit: number; offset: number },
): Promise<ContestLeaderboardRow[]> {
  return db<ContestLeaderboardRow>`
    select user_id as "userId", submitted_at as "submittedAt", time_taken_ms::float8 as "timeTakenMs",
      0::float8 as "prizeGems", null::integer as score, null::integer as "correctCount", null::integer as rank
    from contest_participant
    where contest_id = ${contestId} and submitted_at is not null and withdrawn_at is null
    order by submitted_at, user_id limit ${limit} offset ${offset}`
}

/** A page of the leaderboard of a decided contest, the best first: an index scan that stops after the page. */
export async function listLeaderboardRows(
  db: Db,
  contestId: ContestId,
  { limit, offset }: { limit: number; offset: number },
): Promise<ContestLeaderboardRow[]> {
  return db<ContestLeaderboardRow>`
    select user_id as "userId", score, correct_count as "correctCount", time_taken_ms::float8 as "timeTakenMs",
      submitted_at as "submittedAt", prize_gems::float8 as "prizeGems",
      rank() over (order by score desc, time_taken_ms, submitted_at)::integer as rank
    from contest_participant
    where contest_id = ${contestId} and submitted_at is not null and withdrawn_at is null
    order by score desc, time_taken_ms, submitted_at, user_id limit ${limit} offset ${offset}`
}

export async function countLeaderboard(db: Db, contestId: ContestId): Promise<number> {
  const [row] = await db<{ count: number }>`
    select count(*)::integer as count from contest_participant
    where contest_id = ${contestId} and submitted_at is not null and withdrawn_at is null`
  return row!.count
}

interface OwnResultRow extends Result {
  rank: number | null
}

export async function findOwnResult(
  db: Db,
  contestId: ContestId,
  userId: UserId,
): Promise<OwnResultRow | undefined> {
  const [row] = await db<OwnResultRow>`
    select score, time_taken_ms::float8 as "timeTakenMs", submitted_at as "submittedAt", rank
    from contest_participant
    where contest_id = ${contestId} and user_id = ${userId} and submitted_at is not null and withdrawn_at is null`
  return row
}

/** The ranks of many users, in one scan of the leaderboard. */
export async function listRanks(db: Db, contestId: ContestId, userIds: UserId[]) {
  return db<{ userId: UserId; rank: number; score: number }>`
    select "userId", rank, score from (
      select user_id as "userId", score, rank() over (order by score desc, time_taken_ms, submitted_at)::integer as rank
      from contest_participant
      where contest_id = ${contestId} and submitted_at is not null and withdrawn_at is null
    ) as leaderboard where "userId" = any(${userIds}::uuid[])`
}
