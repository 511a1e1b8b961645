import type { CancelReason } from '../../events/contests.ts'
import { addMs } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { type ContestId, GRACE_MS } from './public/contest.ts'

export async function countWithdrawn(db: Db, contestId: ContestId): Promise<number> {
  const [row] = await db<{ count: number }>`
    select count(*)::integer as count from contest_participant
    where contest_id = ${contestId} and withdrawn_at is not null`
  return row!.count
}

export interface PrizeCandidate {
  userId: UserId
  rank: number
}

/** The first `prizeCount` participants with at least the minimum score, and all that are equal to the last one. Equal ones are ordered by joining. */
export async function listPrizeCandidates(
  db: Db,
  contestId: ContestId,
  { prizeCount, minPrizeScore }: { prizeCount: number; minPrizeScore: number },
): Promise<PrizeCandidate[]> {
  return db<PrizeCandidate>`
    select "userId", rank from (
      select user_id as "userId", joined_at,
        rank() over (order by score desc, time_taken_ms, submitted_at)::integer as rank
      from contest_participant
      where contest_id = ${contestId} and submitted_at is not null and withdrawn_at is null
        and score >= ${minPrizeScore}
      order by score desc, time_taken_ms, submitted_at
      fetch first ${prizeCount} rows with ties
    ) as candidate order by rank, joined_at, "userId"`
}

/** Locks participants against withdrawal until commit. Returns those that have withdrawn already. */
export async function lockPrizeCandidates(
  tx: Tx,
  contestId: ContestId,
  userIds: UserId[],
): Promise<UserId[]> {
  const rows = await tx<{ userId: UserId; isWithdrawn: boolean }>`
    select user_id as "userId", withdrawn_at is not null as "isWithdrawn" from contest_participant
    where contest_id = ${contestId} and user_id = any(${userIds}::uuid[])
    order by user_id for no key update`
  return rows.filter(({ isWithdrawn }) => isWithdrawn).map(({ userId }) => userId)
}

export async function withdrawSuspended(
  tx: Tx,
  { contestId, userIds, now }: { contestId: ContestId; userIds: UserId[]; now: Date },
): Promise<void> {
  await tx`
    update contest_participant set withdrawn_at = ${now}
    where contest_id = ${contestId} and user_id = any(${userIds}::uuid[]) and withdrawn_at is null`
}

export async function listShards(db: Db, contestId: ContestId) {
  return db<{ shard: number; participantCount: number }>`
    select shard, participant_count as "participantCount" from contest_shard
    where contest_id = ${contestId} and participant_count > 0 order by shard`
}

export async function updatePrizes(
  tx: Tx,
  contestId: ContestId,
  prizes: { userId: UserId; gems: bigint }[],
): Promise<void> {
  const rows = prizes.map(({ userId, gems }) => ({ userId, gems: String(gems) }))
  await tx`
    update contest_participant set prize_gems = won.gems
    from jsonb_to_recordset(${rows}::jsonb) as won ("userId" uuid, gems bigint)
    where contest_id = ${contestId} and user_id = won."userId"`
}

export async function updateOutcome(
  tx: Tx,
  contestId: ContestId,
  decided: { outcome: 'SETTLED' | 'CANCELLED'; reason: CancelReason | null; note?: string | null; now: Date },
): Promise<boolean> {
  const rows = await tx`
    update contest set outcome = ${decided.outcome}, cancel_reason = ${decided.reason},
      cancel_note = ${decided.note ?? null}, decided_at = ${decided.now}
    where id = ${contestId} and outcome is null returning id`
  return rows.length > 0
}

export async function updateHousePoolPaid(tx: Tx, contestId: ContestId, isPaid: boolean): Promise<void> {
  await tx`update contest set is_house_pool_paid = ${isPaid} where id = ${contestId}`
}

export async function updateFinished(tx: Tx, contestId: ContestId, now: Date): Promise<void> {
  await tx`update contest set finished_at = ${now} where id = ${contestId} and finished_at is null`
}

export interface FinalizedParticipant {
  userId: UserId
  rank: number | null
  score: number | null
  prizeGems: number
  isWithdrawn: boolean
}

/**
 * Stores the final rank of the next participants in the order of the leaderboard. Ranks continue from earlier batches;
 * a result that equals one of an earlier batch gets the same rank. The caller must have locked the contest.
 */
export async function finalizeRanked(
  tx: Tx,
  { contestId, limit, now }: { contestId: ContestId; limit: number; now: Date },
): Promise<FinalizedParticipant[]> {
  return tx<FinalizedParticipant>`
    with next as materialized (
      select user_id, score, time_taken_ms, submitted_at,
        rank() over (order by score desc, time_taken_ms, submitted_at) as position
      from (
        select user_id, score, time_taken_ms, submitted_at from contest_participant
        where contest_id = ${contestId} and submitted_at is not null and withdrawn_at is null and finalized_at is null
        order by score desc, time_taken_ms, submitted_at, user_id limit ${limit}
      ) as unfinalized
    ), ranked as (
      select user_id, coalesce((
        select finalized.rank from contest_participant as finalized
        where finalized.contest_id = ${contestId} and finalized.submitted_at is not null and finalized.withdrawn_at is null
          and (finalized.score, finalized.time_taken_ms, finalized.submitted_at) = (next.score, next.time_taken_ms, next.submitted_at)
          and finalized.rank is not null
        limit 1
      ), position + (select ranked_count from contest where id = ${contestId}))::integer as rank
      from next
    ), counted as (
      update contest set ranked_count = ranked_count + (select count(*) from next) where id = ${contestId}
    )
    update contest_participant as participant set rank = ranked.rank, finalized_at = ${now}
    from ranked
    where contest_id = ${contestId} and participant.user_id = ranked.user_id
      -- Checked again after the row lock: a participant who withdraws at the same time gets no rank.
      and participant.withdrawn_at is null
    returning participant.user_id as "userId", participant.rank, score, prize_gems::float8 as "prizeGems",
      false as "isWithdrawn"`
}

/** Finalizes the next participants that get no rank: without a submission, withdrawn, or in a cancelled contest. */
export async function finalizeUnranked(
  tx: Tx,
  {
    contestId,
    isCancelled,
    limit,
    now,
  }: { contestId: ContestId; isCancelled: boolean; limit: number; now: Date },
): Promise<FinalizedParticipant[]> {
  return tx<FinalizedParticipant>`
    update contest_participant as participant set finalized_at = ${now}
    from (
      select user_id from contest_participant
      where contest_id = ${contestId} and finalized_at is null
        and (submitted_at is null or withdrawn_at is not null or ${isCancelled})
      order by user_id limit ${limit}
    ) as next
    where contest_id = ${contestId} and participant.user_id = next.user_id
    returning participant.user_id as "userId", null::integer as rank, null::integer as score,
      0::float8 as "prizeGems", withdrawn_at is not null as "isWithdrawn"`
}

export async function hasUnfinalized(tx: Tx, contestId: ContestId): Promise<boolean> {
  const rows = await tx`
    select 1 from contest_participant where contest_id = ${contestId} and finalized_at is null limit 1`
  return rows.length > 0
}

/** Contests that are due for settlement, and decided contests with participants to finalize. */
export async function listUnfinishedContests(db: Db, now: Date, limit: number): Promise<ContestId[]> {
  const rows = await db<{ id: ContestId }>`
    select id from contest where outcome is null and ends_at <= ${addMs(now, -GRACE_MS)}
    union all
    select id from contest where outcome is not null and finished_at is null
    limit ${limit}`
  return rows.map(({ id }) => id)
}

export async function isFinished(db: Db, contestId: ContestId): Promise<boolean> {
  const [row] = await db<{ finished: boolean }>`
    select outcome is null or finished_at is not null as finished from contest where id = ${contestId}`
  return row?.finished ?? true
}

interface DueReminder {
  title: string
  startsAt: Date
  reminderCursor: UserId | null
}

/** Locks the contest against concurrent reminders, but not against joins. Undefined if no reminder is due. */
export async function lockDueReminder(
  tx: Tx,
  { contestId, earlyMs, now }: { contestId: ContestId; earlyMs: number; now: Date },
): Promise<DueReminder | undefined> {
  const [row] = await tx<DueReminder>`
    select title, starts_at as "startsAt", reminder_cursor as "reminderCursor" from contest
    where id = ${contestId} and outcome is null and reminded_at is null
      and starts_at > ${now} and starts_at - ${earlyMs} * interval '1 millisecond' <= ${now}
    for no key update`
  return row
}

export async function listDueReminders(
  db: Db,
  earlyMs: number,
  now: Date,
  limit: number,
): Promise<ContestId[]> {
  const rows = await db<{ id: ContestId }>`
    select id from contest
    where outcome is null and reminded_at is null
      and starts_at > ${now} and starts_at <= ${now}::timestamptz + ${earlyMs} * interval '1 millisecond'
    limit ${limit}`
  return rows.map(({ id }) => id)
}

export async function listParticipantsAfter(
  db: Db,
  contestId: ContestId,
  { after, limit }: { after: UserId | null; limit: number },
): Promise<UserId[]> {
  const rows = await db<{ userId: UserId }>`
    select user_id as "userId" from contest_participant
    where contest_id = ${contestId} and (${after}::uuid is null or user_id > ${after}::uuid)
      and withdrawn_at is null
    order by user_id limit ${limit}`
  return rows.map(({ userId }) => userId)
}

export async function updateReminded(
  tx: Tx,
  contestId: ContestId,
  { through, doneAt }: { through: UserId | null; doneAt: Date | null },
): Promise<void> {
  await tx`
    update contest set reminder_cursor = coalesce(${through}::uuid, reminder_cursor), reminded_at = ${doneAt}
    where id = ${contestId}`
}

interface ExpectedEscrow {
  contestId: ContestId
  outcome: 'SETTLED' | 'CANCELLED' | null
  gems: bigint
}

/** The escrow of each unfinished contest: the fees of all participants, or those not refunded if it is cancelled. */
export async function listExpectedEscrows(db: Db): Promise<ExpectedEscrow[]> {
  return db<ExpectedEscrow>`
    select contest.id as "contestId", outcome, entry_fee_gems * coalesce(count(user_id), 0) as gems
    from contest left join contest_participant as participant
      on contest_id = contest.id and (outcome is null or (outcome = 'CANCELLED' and finalized_at is null))
    where finished_at is null and entry_fee_gems > 0
    group by contest.id`
}
