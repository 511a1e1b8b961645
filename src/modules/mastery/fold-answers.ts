import type { UserId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { listQuestionTraits } from '../questions/public/list-question-traits.ts'
import type { QuestionId } from '../questions/public/question.ts'
import { decayedRating } from './mastery-level.ts'
import {
  guessFloorOf,
  type Rated,
  rateAnswer,
  START_RATING,
  START_RATING_OF,
  unrateAnswer,
} from './public/elo.ts'
import { withTime } from './public/time-histogram.ts'
import {
  deleteAnswers,
  deleteMastery,
  deleteQuestionRatings,
  listMastery,
  listQuestionRatings,
  lockOldestAnswers,
  type QuestionRating,
  type SkillMastery,
  tryLockFold,
  upsertMastery,
  upsertQuestionRatings,
} from './queries.ts'

const ANSWERS_PER_BATCH = 500

export async function hasAnswersToFold({ db }: Pick<Platform, 'db'>): Promise<boolean> {
  const [row] = await db<{ isThere: boolean }>`select exists (select from mastery_answer) as "isThere"`
  return row!.isThere
}

/**
 * Folds pending answers into the ratings, oldest first, and returns their number. A batch is one transaction: after a
 * crash its answers are still pending, so each answer counts once.
 */
export async function foldAnswers({ write }: Pick<Platform, 'write'>, signal?: AbortSignal): Promise<number> {
  let folded = 0
  for (;;) {
    const count = await write(foldBatch)
    folded += count
    if (count < ANSWERS_PER_BATCH || signal?.aborted) return folded
  }
}

async function foldBatch(tx: Tx): Promise<number> {
  if (!(await tryLockFold(tx))) return 0
  const answers = await lockOldestAnswers(tx, ANSWERS_PER_BATCH)
  if (answers.length === 0) return 0
  const questionIds = [...new Set(answers.map(({ questionId }) => questionId))]
  const userIds = [...new Set(answers.map(({ userId }) => userId))]
  const traits = new Map((await listQuestionTraits(tx, questionIds)).map((trait) => [trait.id, trait]))
  const questions = new Map<QuestionId, QuestionRating>()
  for (const rating of await listQuestionRatings(tx, questionIds)) questions.set(rating.questionId, rating)
  const learners = new Map<string, SkillMastery>()
  for (const mastery of await listMastery(tx, userIds)) learners.set(keyOf(mastery), mastery)
  const changedQuestions = new Set<QuestionId>()
  const changedLearners = new Set<string>()

  for (const answer of answers) {
    const { userId, questionId, isCorrect, isRepeat, isUndone, answeredAt, seconds } = answer
    const trait = traits.get(questionId)
    if (!trait) continue
    const { skill } = trait
    const key = skill && keyOf({ userId, skill })
    const before = key ? learners.get(key) : undefined
    const learner = {
      answers: before?.answers ?? 0,
      rating: before
        ? decayedRating(before.rating, { since: before.lastAnsweredAt, now: answeredAt })
        : START_RATING,
    }
    const question = questions.get(questionId) ?? newRating(questionId, START_RATING_OF[trait.difficulty])
    // The skill of the question has changed since: there is nothing to take back.
    if (isUndone && (learner.answers === 0 || (!isRepeat && question.answers === 0))) continue
    const meeting = { learner, question, guessFloor: guessFloorOf(trait), isCorrect, isRepeat }
    const rated = isUndone ? unrateAnswer(meeting) : rateAnswer(meeting)
    if (key) {
      const lastAnsweredAt = before && before.lastAnsweredAt > answeredAt ? before.lastAnsweredAt : answeredAt
      learners.set(key, { userId, skill: skill!, ...rated.learner, lastAnsweredAt })
      changedLearners.add(key)
    }
    if (isRepeat) continue
    // The rating of the learner at the answer, which is the one before it.
    const relative = (isUndone ? rated.learner : learner).rating - START_RATING
    const sign = isUndone ? -1 : 1
    questions.set(questionId, {
      questionId,
      ...rated.question,
      correctAnswers: Math.min(
        rated.question.answers,
        Math.max(0, question.correctAnswers + (isCorrect ? sign : 0)),
      ),
      learnerSum: question.learnerSum + sign * relative,
      learnerSquareSum: question.learnerSquareSum + sign * relative ** 2,
      learnerCorrectSum: question.learnerCorrectSum + (isCorrect ? sign * relative : 0),
      times: seconds === null ? question.times : withTime(question.times, seconds),
    })
    changedQuestions.add(questionId)
  }
  const changed = {
    questions: [...changedQuestions].map((id) => questions.get(id)!),
    learners: [...changedLearners].map((key) => learners.get(key)!),
  }
  await upsertQuestionRatings(tx, changed.questions.filter(isAnswered))
  await upsertMastery(tx, changed.learners.filter(isAnswered))
  // All answers were taken back.
  const isEmpty = (rated: Pick<Rated, 'answers'>) => !isAnswered(rated)
  await deleteQuestionRatings(
    tx,
    changed.questions.filter(isEmpty).map(({ questionId }) => questionId),
  )
  await deleteMastery(tx, changed.learners.filter(isEmpty))
  await deleteAnswers(
    tx,
    answers.map(({ id }) => id),
  )
  return answers.length
}

function isAnswered({ answers }: Pick<Rated, 'answers'>): boolean {
  return answers > 0
}

function keyOf({ userId, skill }: { userId: UserId; skill: string }): string {
  return `${userId}\n${skill}`
}

function newRating(questionId: QuestionId, rating: number): QuestionRating {
  return {
    questionId,
    rating,
    answers: 0,
    correctAnswers: 0,
    learnerSum: 0,
    learnerSquareSum: 0,
    learnerCorrectSum: 0,
    times: null,
  }
}
