import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { batchedWrite } from '../../platform/transaction/shared-statements.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { QuestionId } from '../questions/public/question.ts'
import type { AnswerSums } from './discrimination.ts'
import type { TimeHistogram } from './public/time-histogram.ts'

export interface PendingAnswer {
  /** As text, because it is a 64-bit number. */
  id: string
  userId: UserId
  questionId: QuestionId
  isCorrect: boolean
  isRepeat: boolean
  /** Takes back an answer that is counted already. */
  isUndone: boolean
  answeredAt: Date
  /** From the question to the answer, if the app of the learner reported it. */
  seconds: number | null
}

export interface QuestionRating extends AnswerSums {
  questionId: QuestionId
  rating: number
  /** Of the first answers in lessons; null if none has a time. */
  times: TimeHistogram | null
}

export interface SkillMastery {
  userId: UserId
  skill: string
  rating: number
  answers: number
  lastAnsweredAt: Date
}

export type NewAnswer = Pick<PendingAnswer, 'questionId' | 'isCorrect' | 'isRepeat'> & {
  seconds?: number | undefined
}

interface AnswersOfUser {
  userId: UserId
  answers: NewAnswer[]
  at: Date
}

export const insertAnswers = batchedWrite(async (writableDb, given: AnswersOfUser[]): Promise<void[]> => {
  const rows = given.flatMap(({ userId, answers, at }) =>
    answers.map((answer) => ({ userId, at, ...answer })),
  )
  await writableDb`
    insert into mastery_answer (user_id, question_id, is_correct, is_repeat, answered_at, seconds)
    select "userId", "questionId", "isCorrect", "isRepeat", at, seconds
    from jsonb_to_recordset(${rows}::jsonb) as row ("userId" uuid, at timestamptz, "questionId" uuid, "isCorrect" boolean,
      "isRepeat" boolean, seconds real)`
  return []
})

/** Takes the lock of the job until commit; false if another process has it. */
export async function tryLockFold(tx: Tx): Promise<boolean> {
  const [row] = await tx<{ isLocked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('mastery', 0)) as "isLocked"`
  return row!.isLocked
}

/** Locks the oldest answers until commit. Skips those that an account erasure deletes. */
export async function lockOldestAnswers(tx: Tx, limit: number): Promise<PendingAnswer[]> {
  return tx<PendingAnswer>`
    select id::text as id, user_id as "userId", question_id as "questionId", is_correct as "isCorrect",
      is_repeat as "isRepeat", is_undone as "isUndone", answered_at as "answeredAt", seconds
    from mastery_answer order by mastery_answer.id limit ${limit} for update skip locked`
}

export async function deleteAnswers(tx: Tx, ids: string[]): Promise<void> {
  await tx`delete from mastery_answer where id = any(${ids}::bigint[])`
}

export async function listQuestionRatings(db: Db, ids: QuestionId[]): Promise<QuestionRating[]> {
  return db<QuestionRating>`
    select question_id as "questionId", rating, answers, correct_answers as "correctAnswers",
      learner_sum as "learnerSum", learner_square_sum as "learnerSquareSum", learner_correct_sum as "learnerCorrectSum",
      times
    from question_rating where question_id = any(${ids}::uuid[])`
}

export async function listMastery(db: Db, userIds: UserId[]): Promise<SkillMastery[]> {
  return db<SkillMastery>`
    select user_id as "userId", skill, rating, answers, last_answered_at as "lastAnsweredAt"
    from skill_mastery where user_id = any(${userIds}::uuid[]) order by user_id, skill`
}

export async function upsertQuestionRatings(tx: Tx, ratings: QuestionRating[]): Promise<void> {
  await tx`
    insert into question_rating (question_id, rating, answers, correct_answers, learner_sum, learner_square_sum,
      learner_correct_sum, times)
    select "questionId", rating, answers, "correctAnswers", "learnerSum", "learnerSquareSum", "learnerCorrectSum", times
    from jsonb_to_recordset(${ratings}::jsonb) as row ("questionId" uuid, rating float8, answers integer,
      "correctAnswers" integer, "learnerSum" float8, "learnerSquareSum" float8, "learnerCorrectSum" float8,
      times integer[])
    order by "questionId"
    on conflict (question_id) do update set rating = excluded.rating, answers = excluded.answers,
      correct_answers = excluded.correct_answers, learner_sum = excluded.learner_sum,
      learner_square_sum = excluded.learner_square_sum, learner_correct_sum = excluded.learner_correct_sum,
      times = excluded.times`
}

export async function upsertMastery(tx: Tx, rows: SkillMastery[]): Promise<void> {
  await tx`
    insert into skill_mastery (user_id, skill, rating, answers, last_answered_at)
    select "userId", skill, rating, answers, "lastAnsweredAt"
    from jsonb_to_recordset(${rows}::jsonb) as row ("userId" uuid, skill text, rating float8, answers integer,
      "lastAnsweredAt" timestamptz)
    order by "userId", skill
    on conflict (user_id, skill) do update set rating = excluded.rating, answers = excluded.answers,
      last_answered_at = excluded.last_answered_at`
}

export async function deleteQuestionRatings(tx: Tx, ids: QuestionId[]): Promise<void> {
  if (ids.length > 0) await tx`delete from question_rating where question_id = any(${ids}::uuid[])`
}

export async function deleteMastery(tx: Tx, rows: Pick<SkillMastery, 'userId' | 'skill'>[]): Promise<void> {
  if (rows.length === 0) return
  await tx`
    delete from skill_mastery as stored using jsonb_to_recordset(${rows}::jsonb) as row ("userId" uuid, skill text)
    where stored.user_id = row."userId" and stored.skill = row.skill`
}
