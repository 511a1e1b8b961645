import { commonErrors } from '../../platform/errors.ts'
import { orNull } from '../../platform/http/schemas.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { z } from '../../platform/zod.ts'
import { getOwnTimeZone } from '../accounts/public/own-account.ts'
import type { Catalog } from '../catalog/public/catalog.ts'
import { getTotals } from '../ledger/public/get-totals.ts'
import { rewardUser } from '../ledger/public/reward-user.ts'
import { recordAnswers } from '../mastery/public/record-answers.ts'
import {
  type AnswerRequest,
  findRequestErrors,
  refuseField,
  toAnswer,
} from '../questions/public/answer-request.ts'
import { getStoredQuestions } from '../questions/public/get-questions.ts'
import { type AnswerGrade, GradeSchema, gradeAnswer } from '../questions/public/grade-answer.ts'
import { listPracticeLessons } from '../questions/public/list-practice-pool.ts'
import type { QuestionId } from '../questions/public/question.ts'
import { SolutionSchema, solutionOf } from '../questions/public/solution.ts'
import { extendStreak } from '../streaks/public/extend-streak.ts'
import { getStreak } from '../streaks/public/get-streak.ts'
import { errors } from './errors.ts'
import { lockRound, reserveDailyXp, updateAnswers, updateCompleted } from './queries.ts'
import {
  countCorrect,
  PRACTICE_XP_DAILY_CAP,
  type PracticeRound,
  type RoundId,
  XP_PER_CORRECT_ANSWER,
} from './round.ts'

interface AnswerRound {
  userId: UserId
  roundId: RoundId
  questionId: QuestionId
  request: AnswerRequest
  usedHint: boolean
  catalog: Catalog
  now: Date
}

const RoundResultSchema = z
  .object({
    correctCount: z.int(),
    xpEarned: z.int(),
    newTotalXP: z.int(),
    streakDays: z.int(),
    isStreakExtended: z.boolean(),
  })
  .openapi('PracticeResult')

export const PracticeAnswerSchema = GradeSchema.extend({
  solution: SolutionSchema,
  answeredCount: z.int(),
  totalQuestions: z.int(),
  result: orNull(RoundResultSchema).openapi({ description: 'Set when all questions are answered' }),
}).openapi('PracticeAnswer')

/** Grades the first answer to a question. The last question completes the round. A later answer gets the first grade. */
export async function answerRound(
  tx: Tx,
  request: AnswerRound,
): Promise<z.output<typeof PracticeAnswerSchema>> {
  const { userId, roundId, questionId } = request
  const round = await lockRound(tx, roundId, userId)
  if (!round) throw errors.practice_round_not_found()
  if (!round.questionIds.includes(questionId))
    throw refuseField('questionId', 'is not a question of this round')
  const [question] = await getStoredQuestions(tx, [questionId])
  const stored = round.answers.find((answer) => answer.questionId === questionId)
  const given = stored ?? request.request
  const details = findRequestErrors(question!, given)
  // An import may have changed the question since the stored answer.
  if (details.length > 0 && !stored) throw commonErrors.validation_failed({ details })
  const grade = details.length > 0 ? NO_GRADE : gradeAnswer(question!, round.seed, toAnswer(given))
  const isCorrect = stored?.isCorrect ?? grade.isCorrect
  if (!stored) {
    const { selectedOption, answer } = request.request
    round.answers.push({
      questionId,
      isCorrect,
      ...(answer ? { answer } : { selectedOption }),
      ...(request.usedHint && { usedHint: true as const }),
    })
    await updateAnswers(tx, roundId, round.answers)
    const answers = [{ questionId, isCorrect, isRepeat: true }]
    await recordAnswers(tx, { userId, answers, at: request.now })
  }
  const isDone = round.answers.length === round.questionIds.length
  return {
    ...grade,
    isCorrect,
    solution: solutionOf(question!, round.seed),
    answeredCount: round.answers.length,
    totalQuestions: round.questionIds.length,
    result: isDone ? await completeRound(tx, round, request) : null,
  }
}

const NO_GRADE: AnswerGrade = { isCorrect: false, feedback: null, feedbackHtml: null, parts: null }

/** Pays a round and extends the streak, once. Lock order: the round, the streak, the daily XP, balances. */
async function completeRound(
  tx: Tx,
  round: PracticeRound,
  { userId, catalog, now }: AnswerRound,
): Promise<z.output<typeof RoundResultSchema>> {
  const correctCount = countCorrect(round)
  const timeZone = await getOwnTimeZone(tx, userId)
  if (round.completedAt) {
    const [{ totalXP }, streak] = await Promise.all([
      getTotals(tx, userId),
      getStreak(tx, { userId, timeZone, now }),
    ])
    return {
      correctCount,
      xpEarned: round.xp,
      newTotalXP: totalXP,
      streakDays: streak.currentDays,
      isStreakExtended: false,
    }
  }
  const streak = await extendStreak(tx, { userId, timeZone, now })
  const xp = await reserveDailyXp(tx, {
    userId,
    xp: (await countPaid(tx, round, catalog)) * XP_PER_CORRECT_ANSWER,
    day: now.toISOString().slice(0, 10),
    cap: PRACTICE_XP_DAILY_CAP,
  })
  await updateCompleted(tx, round.id, { xp, now })
  const source = `practice:${round.id}`
  const reward = await rewardUser(tx, { userId, xp, gems: 0, source, reason: 'practice round', now })
  return {
    correctCount,
    xpEarned: xp,
    newTotalXP: reward.newTotalXP,
    streakDays: streak.currentDays,
    isStreakExtended: streak.isNewDay,
  }
}

/** Correct answers that pay: a course pays its authors nothing. */
async function countPaid(
  tx: Tx,
  { userId, answers, questionIds }: PracticeRound,
  catalog: Catalog,
): Promise<number> {
  const lessons = [...catalog.courses.values()]
    .filter(({ authorIds }) => authorIds.includes(userId))
    .flatMap((course) => course.lessons)
  const own = new Set(lessons.flatMap((lesson) => lesson.questionIds))
  if (lessons.length > 0) {
    const ownLessons = new Set<string>(lessons.map(({ id }) => id))
    for (const { id, lessonId } of await listPracticeLessons(tx, questionIds))
      if (ownLessons.has(lessonId)) own.add(id)
  }
  return answers.filter(({ questionId, isCorrect }) => isCorrect && !own.has(questionId)).length
}
