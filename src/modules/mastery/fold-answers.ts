import type { UserId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { listQuestionTraits } from '../questions/public/list-question-traits.ts'
import type { QuestionId } from '../questions/public/question.ts'
import { decayedRating } from './mastery-level.ts'
import { guessFloorOf, rateAnswer, START_RATING, START_RATING_OF } from './public/elo.ts'
import {
  deleteAnswers,
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

  for (const { userId, questionId, isCorrect, isRepeat, answeredAt } of answers) {
    const trait = traits.get(questionId)
    // A question of a contest has neither skill nor topic.
    if (!trait?.skill) continue
    const key = keyOf({ userId, skill: trait.skill })
    const before = learners.get(key)
    const learner = {
      answers: before?.answers ?? 0,
      rating: before
        ? decayedRating(before.rating, { since: before.lastAnsweredAt, now: answeredAt })
        : START_RATING,
    }
    const question = questions.get(questionId) ?? newRating(questionId, START_RATING_OF[trait.difficulty])
    const rated = rateAnswer({ learner, question, guessFloor: guessFloorOf(trait), isCorrect, isRepeat })
    learners.set(key, {
      userId,
      skill: trait.skill,
      ...rated.learner,
      lastAnsweredAt: before && before.lastAnsweredAt > answeredAt ? before.lastAnsweredAt : answeredAt,
    })
    changedLearners.add(key)
    if (isRepeat) continue
    const relative = learner.rating - START_RATING
    questions.set(questionId, {
      questionId,
      ...rated.question,
      correctAnswers: question.correctAnswers + (isCorrect ? 1 : 0),
      learnerSum: question.learnerSum + relative,
      learnerSquareSum: question.learnerSquareSum + relative ** 2,
      learnerCorrectSum: question.learnerCorrectSum + (isCorrect ? relative : 0),
    })
    changedQuestions.add(questionId)
  }
  await upsertQuestionRatings(
    tx,
    [...changedQuestions].map((id) => questions.get(id)!),
  )
  await upsertMastery(
    tx,
    [...changedLearners].map((key) => learners.get(key)!),
  )
  await deleteAnswers(
    tx,
    answers.map(({ id }) => id),
  )
  return answers.length
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
  }
}
