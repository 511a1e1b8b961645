import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { QuestionId } from '../questions/public/question.ts'
import type { PracticeRound, RoundAnswer, RoundId } from './round.ts'

export async function findRound(db: Db, id: RoundId, userId: UserId): Promise<PracticeRound | undefined> {
  const [row] = await db<PracticeRound>`
    select id, user_id as "userId", lesson_id as "lessonId", skill, seed, to_jsonb(question_ids) as "questionIds", answers,
      started_at as "startedAt", completed_at as "completedAt", xp
    from practice_round where id = ${id} and user_id = ${userId}`
  return row
}

/** Locks the round until commit, so that each question is answered once and the round is paid once. */
export async function lockRound(tx: Tx, id: RoundId, userId: UserId): Promise<PracticeRound | undefined> {
  await tx`select from practice_round where id = ${id} and user_id = ${userId} for no key update`
  return findRound(tx, id, userId)
}

export async function findOpenRound(db: Db, userId: UserId): Promise<PracticeRound | undefined> {
  const [row] = await db<PracticeRound>`
    select id, user_id as "userId", lesson_id as "lessonId", skill, seed, to_jsonb(question_ids) as "questionIds", answers,
      started_at as "startedAt", completed_at as "completedAt", xp
    from practice_round where user_id = ${userId} and completed_at is null`
  return row
}

export async function deleteOpenRound(tx: Tx, userId: UserId): Promise<void> {
  await tx`delete from practice_round where user_id = ${userId} and completed_at is null`
}

interface EarlierRound {
  questionIds: QuestionId[]
  completedAt: Date
}

/** The last completed rounds, the newest first. */
export async function listEarlierRounds(db: Db, userId: UserId, limit: number): Promise<EarlierRound[]> {
  return db<EarlierRound>`
    select to_jsonb(question_ids) as "questionIds", completed_at as "completedAt" from practice_round
    where user_id = ${userId} and completed_at is not null order by completed_at desc, id desc limit ${limit}`
}

export async function insertRound(
  tx: Tx,
  round: Omit<PracticeRound, 'answers' | 'completedAt' | 'xp'>,
): Promise<void> {
  await tx`
    insert into practice_round (id, user_id, lesson_id, skill, seed, question_ids, started_at)
    values (${round.id}, ${round.userId}, ${round.lessonId}, ${round.skill}, ${round.seed},
      ${round.questionIds}::uuid[], ${round.startedAt})`
}

export async function updateAnswers(tx: Tx, id: RoundId, answers: RoundAnswer[]): Promise<void> {
  await tx`update practice_round set answers = ${answers}::jsonb where id = ${id}`
}

export async function updateCompleted(
  tx: Tx,
  id: RoundId,
  { xp, now }: { xp: number; now: Date },
): Promise<void> {
  await tx`update practice_round set completed_at = ${now}, xp = ${xp} where id = ${id}`
}

/** Counts XP towards the daily cap. Returns how much of the wanted XP the cap still allows. */
export async function reserveDailyXp(
  tx: Tx,
  { userId, xp, day, cap }: { userId: UserId; xp: number; day: string; cap: number },
): Promise<number> {
  const [row] = await tx<{ granted: number }>`
    insert into practice_daily_xp as existing (user_id, day, xp)
    values (${userId}, ${day}::date, least(${xp}::integer, ${cap}::integer))
    on conflict (user_id, day) do update
      set xp = existing.xp + least(${xp}::integer, greatest(0, ${cap}::integer - existing.xp))
    returning new.xp - coalesce(old.xp, 0) as granted`
  return row!.granted
}
