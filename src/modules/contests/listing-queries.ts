import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Contest, ContestId, ContestStatus } from './public/contest.ts'

interface ContestSelection {
  userId: UserId
  /** False: private contests only for their participants. */
  includePrivate: boolean
  /** A pattern for ILIKE. */
  pattern: string | null
  /** Only contests of this author. */
  authorId: UserId | null
  status: ContestStatus | null
  now: Date
}

interface Page {
  order: 'ASC' | 'DESC'
  limit: number
  offset: number
}

/**
 * The ids of a page, ordered by start, and the number of all contests of the selection. The direction of `order by` cannot be
 * a parameter; only the chosen one of the two pages is read.
 */
export async function findContestPage(
  db: Db,
  { userId, includePrivate, pattern, authorId, status, now }: ContestSelection,
  { order, limit, offset }: Page,
) {
  const [row] = await db<{ ids: ContestId[]; total: number }>`
    with found as not materialized (
      select id, starts_at from contest
      where (${includePrivate} or type = 'PUBLIC' or exists (
          select from contest_participant where contest_id = contest.id and user_id = ${userId}
        )) and (${pattern}::text is null or (title || ' ' || description) ilike ${pattern}::text)
        and (${authorId}::uuid is null or author_id = ${authorId}::uuid)
        and (${status}::text is null or ${status}::text = coalesce(outcome,
          case when ${now} < starts_at then 'UPCOMING' when ${now} < ends_at then 'LIVE' else 'ENDED' end))
    )
    select case when ${order === 'ASC'}
        then array(select id from found order by starts_at, id limit ${limit} offset ${offset})
        else array(select id from found order by starts_at desc, id desc limit ${limit} offset ${offset})
      end as ids, (select count(*)::integer from found) as total`
  return row!
}

/** A contest with the participation of one user. */
export interface ContestRow extends Omit<Contest, 'questionIds' | 'seed'> {
  totalQuestions: number
  participantCount: number
  joinedAt: Date | null
  startedAt: Date | null
  submittedAt: Date | null
  score: number | null
  rank: number | null
  prizeGems: number | null
  xp: number | null
}

/** Unordered. Score and rank are null until the contest is decided; the rank is final, even before it is stored. */
export async function listContestRows(db: Db, ids: ContestId[], userId: UserId): Promise<ContestRow[]> {
  return db<ContestRow>`
    select contest.id, title, description, type, room_code as "roomCode", entry_fee_gems as "entryFeeGems",
      guaranteed_pool_gems as "guaranteedPoolGems", to_jsonb(prize_table) as "prizeTable",
      min_participants as "minParticipants", max_duration_seconds as "maxDurationSeconds",
      starts_at as "startsAt", ends_at as "endsAt", outcome, cancel_reason as "cancelReason",
      decided_at as "decidedAt", coalesce(questions_per_attempt, cardinality(question_ids)) as "totalQuestions",
      questions_per_attempt as "questionsPerAttempt", min_prize_score as "minPrizeScore",
      house_min_participants as "houseMinParticipants", is_house_pool_paid as "isHousePoolPaid",
      (select sum(participant_count) from contest_shard where contest_id = contest.id)::integer as "participantCount",
      own.joined_at as "joinedAt", own.started_at as "startedAt", own.submitted_at as "submittedAt",
      -- Nothing of the result is shown before the contest is decided.
      case when outcome is not null then own.score end as score,
      coalesce(own.rank, case when own.submitted_at is not null and outcome = 'SETTLED' then (
        1 + (
          select count(*) from contest_participant as other
          where other.contest_id = contest.id and other.submitted_at is not null and other.withdrawn_at is null
            and other.score > own.score
        ) + (
          select count(*) from contest_participant as other
          where other.contest_id = contest.id and other.submitted_at is not null and other.withdrawn_at is null
            and other.score = own.score
            and (other.time_taken_ms, other.submitted_at) < (own.time_taken_ms, own.submitted_at)
        )
      ) end)::integer as rank,
      own.prize_gems::float8 as "prizeGems", own.xp
    from contest
    left join contest_participant as own on own.contest_id = contest.id and own.user_id = ${userId}
    where contest.id = any(${ids}::uuid[])`
}
