import type { Platform } from '../../platform/platform.ts'
import type { z } from '../../platform/zod.ts'
import { getQuestionStats } from '../mastery/public/get-question-stats.ts'
import { countSelectedOptions } from '../progress/public/lesson-stats.ts'
import { getStoredQuestions } from '../questions/public/get-questions.ts'
import type { StoredQuestion } from '../questions/public/stored-question.ts'
import type { CourseQuestion } from './course-questions.ts'
import { ofGroup, shareOf } from './min-learners.ts'
import type { CourseQuestionStatsSchema } from './question-stats-schema.ts'

export type CourseQuestionStats = z.output<typeof CourseQuestionStatsSchema>

/**
 * What the answers of learners say about questions of a course, in their order. Only the answers are read from the replica,
 * which may not have a new question yet.
 */
export async function listQuestionStats(
  { db, replicaDb }: Pick<Platform, 'db' | 'replicaDb'>,
  asked: CourseQuestion[],
): Promise<CourseQuestionStats[]> {
  if (asked.length === 0) return []
  const ids = asked.map(({ questionId }) => questionId)
  const [questions, stats, selected] = await Promise.all([
    getStoredQuestions(db, ids),
    getQuestionStats(replicaDb, ids),
    countSelectedOptions(replicaDb, ids),
  ])
  const selectedOf = Map.groupBy(selected, ({ questionId }) => questionId)
  return questions.map((question, index) => {
    const { id, type, prompt } = question
    const { lessonId, lessonTitle } = asked[index]!
    const rated = stats.get(id)
    const group = rated?.answerCount ?? 0
    return {
      questionId: id,
      lessonId,
      lessonTitle,
      type,
      prompt,
      answers: group,
      correctShare: ofGroup(rated?.successRate ?? null, { group, digits: 3 }),
      difficultyRating: ofGroup(rated?.difficultyRating ?? null, { group, digits: 0 }),
      discrimination: ofGroup(rated?.discrimination ?? null, { group, digits: 2 }),
      medianSeconds: ofGroup(rated?.medianSeconds ?? null, { group: rated?.timed ?? 0, digits: 1 }),
      options: optionsOf(question, selectedOf.get(id) ?? []),
    }
  })
}

/** Each learner counts once: only the first answer in a lesson is stored. */
function optionsOf(
  question: StoredQuestion,
  selected: { option: number; answers: number }[],
): CourseQuestionStats['options'] {
  if (question.type !== 'SINGLE_CHOICE') return null
  const { options, correctIndex } = question
  const answersOf = new Map(selected.map(({ option, answers }) => [option, answers]))
  const total = selected.reduce((sum, { answers }) => sum + answers, 0)
  return options.map((text, index) => ({
    text,
    isCorrect: index === correctIndex,
    share: shareOf(answersOf.get(index) ?? 0, total),
  }))
}
