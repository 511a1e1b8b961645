import { addMs } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { GivenAnswer } from '../questions/public/grade-answers.ts'
import { type ContestId, GRACE_MS, shardOf } from './public/contest.ts'

export interface Participation {
  joinedAt: Date
  startedAt: Date | null
  submittedAt: Date | null
  answers: GivenAnswer[] | null
  /** The account was deleted, or suspended at the time of settlement. */
  isWithdrawn: boolean
}

export async function findParticipation(
  db: Db,
  contestId: ContestId,
  userId: UserId,
): Promise<Participation | undefined> {
  const [row] = await db<Participation>`
    select joined_at as "joinedAt", started_at as "startedAt", submitted_at as "submittedAt", answers,
      withdrawn_at is not null as "isWithdrawn"
    from contest_participant where contest_id = ${contestId} and user_id = ${userId}`
  return row
}

export async function findContestByCode(db: Db, roomCode: string): Promise<ContestId | undefined> {
  const [row] = await db<{ id: ContestId }>`select id from contest where room_code = ${roomCode}`
  return row?.id
}

interface NewParticipant {
  contestId: ContestId
  userId: UserId
  entryFeeGems: bigint
  guaranteedPoolGems: bigint
  now: Date
}

/**
 * Inserts the participant if the contest is open, its fee equals `entryFeeGems` and it has a pool if it had one, and increments the shard counter.
 * Takes `for key share` on the contest, so joins run in parallel and settlement waits for all of them.
 */
export async function insertParticipant(
  tx: Tx,
  { contestId, userId, entryFeeGems, guaranteedPoolGems, now }: NewParticipant,
): Promise<{ isOpen: boolean; isNew: boolean }> {
  const [row] = await tx<{ isOpen: boolean; isNew: boolean }>`
    with open_contest as (
      select id from contest
      where id = ${contestId} and outcome is null and ends_at > ${now} and entry_fee_gems = ${entryFeeGems}
        and (guaranteed_pool_gems > 0) = ${guaranteedPoolGems > 0n}
      for key share
    ), inserted as (
      insert into contest_participant (contest_id, user_id, joined_at)
      select id, ${userId}, ${now} from open_contest
      on conflict (contest_id, user_id) do nothing
      returning contest_id
    ), counted as (
      update contest_shard set participant_count = participant_count + 1
      from inserted where contest_shard.contest_id = inserted.contest_id and shard = ${shardOf(userId)}
    )
    select exists (select from open_contest) as "isOpen", exists (select from inserted) as "isNew"`
  return row!
}

/** Sets the start once and returns it. Undefined if the user is not a participant. */
export async function updateStarted(
  tx: Tx,
  { contestId, userId, now }: { contestId: ContestId; userId: UserId; now: Date },
): Promise<Date | undefined> {
  const [row] = await tx<{ startedAt: Date }>`
    update contest_participant set started_at = coalesce(started_at, ${now})
    where contest_id = ${contestId} and user_id = ${userId}
    returning started_at as "startedAt"`
  return row?.startedAt
}

/** Whether the contest accepts submissions. If it does, the share lock delays settlement until commit. */
export async function shareLockOpenContest(tx: Tx, contestId: ContestId, now: Date): Promise<boolean> {
  const rows = await tx`
    select id from contest
    where id = ${contestId} and outcome is null
      and starts_at <= ${now} and ends_at >= ${addMs(now, -GRACE_MS)}
    for key share`
  return rows.length > 0
}

interface NewSubmission {
  contestId: ContestId
  userId: UserId
  startedAt: Date
  score: number
  correctCount: number
  timeTakenMs: number
  claimedTimeSeconds: number | null
  answers: GivenAnswer[]
  now: Date
}

/** Stores the submission. False if there is one already, or the participant has withdrawn. */
export async function updateSubmitted(tx: Tx, submission: NewSubmission): Promise<boolean> {
  const rows = await tx`
    update contest_participant set started_at = coalesce(started_at, ${submission.startedAt}),
      submitted_at = ${submission.now}, score = ${submission.score}, correct_count = ${submission.correctCount},
      time_taken_ms = ${submission.timeTakenMs}, claimed_time_seconds = ${submission.claimedTimeSeconds},
      answers = ${submission.answers}::jsonb
    where contest_id = ${submission.contestId} and user_id = ${submission.userId} and submitted_at is null
      and withdrawn_at is null
    returning user_id`
  return rows.length > 0
}

/** Deletes the answers of a user, and withdraws the user from contests without a final result. */
export async function updateWithdrawn(tx: Tx, userId: UserId, now: Date): Promise<void> {
  await tx`
    update contest_participant set answers = null, claimed_time_seconds = null,
      withdrawn_at = case when finalized_at is null then coalesce(withdrawn_at, ${now}) else withdrawn_at end
    where user_id = ${userId}`
}

/** Whether the user has seen the answers of the contest before it was decided. */
export async function isAnswerReader(db: Db, contestId: ContestId, userId: UserId): Promise<boolean> {
  const rows = await db`
    select from contest_answer_reader where contest_id = ${contestId} and user_id = ${userId}`
  return rows.length > 0
}

export async function insertAnswerReader(
  tx: Tx,
  { contestId, userId, now }: { contestId: ContestId; userId: UserId; now: Date },
): Promise<void> {
  await tx`
    insert into contest_answer_reader (contest_id, user_id, read_at) values (${contestId}, ${userId}, ${now})
    on conflict do nothing`
}

export async function deleteAnswerReader(tx: Tx, userId: UserId): Promise<void> {
  await tx`delete from contest_answer_reader where user_id = ${userId}`
}

export async function listPersonalData(db: Db, userId: UserId): Promise<Record<string, unknown>[]> {
  return db`
    select contest.title as contest, joined_at as "joinedAt", started_at as "startedAt",
      submitted_at as "submittedAt", case when outcome is not null then score end as score,
      case when outcome is not null then correct_count end as "correctCount",
      time_taken_ms::float8 as "timeTakenMs", claimed_time_seconds::float8 as "claimedTimeSeconds", answers, rank,
      prize_gems::float8 as "prizeGems", xp
    from contest_participant join contest on contest.id = contest_id
    where user_id = ${userId} order by joined_at`
}

/** When participants submitted answers with at least this score. Withdrawn participants are missing. */
export function listSubmissionTimes(
  db: Db,
  { contestId, userIds, minScore }: { contestId: ContestId; userIds: UserId[]; minScore: number },
): Promise<{ userId: UserId; submittedAt: Date }[]> {
  return db<{ userId: UserId; submittedAt: Date }>`
    select user_id as "userId", submitted_at as "submittedAt" from contest_participant
    where contest_id = ${contestId} and user_id = any(${userIds}::uuid[]) and score >= ${minScore}
      and withdrawn_at is null
    order by user_id`
}

/** Marks that the answers of a submission are recorded; false if they are already, or there is none. */
export async function updateRecorded(tx: Tx, contestId: ContestId, userId: UserId): Promise<boolean> {
  const rows = await tx`
    update contest_participant set is_recorded = true
    where contest_id = ${contestId} and user_id = ${userId} and submitted_at is not null and not is_recorded
    returning user_id`
  return rows.length > 0
}

/** All answers of a contest, without those of withdrawn participants. */
export function listGivenAnswers(db: Db, contestId: ContestId) {
  return db<{ userId: UserId; answers: GivenAnswer[] }>`
    select user_id as "userId", answers from contest_participant
    where contest_id = ${contestId} and submitted_at is not null and withdrawn_at is null and answers is not null
    order by user_id`
}

/** The contests of a deleted author stay, without the author. */
export async function clearAuthor(tx: Tx, userId: UserId): Promise<void> {
  await tx`update contest set author_id = null where author_id = ${userId}`
}
