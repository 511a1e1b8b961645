import type { Platform } from '../../platform/platform.ts'
import type { z } from '../../platform/zod.ts'
import { getQuestionStats } from '../mastery/public/get-question-stats.ts'
import { listHardestQuestions } from '../mastery/public/list-hardest-questions.ts'
import { getStoredQuestions } from '../questions/public/get-questions.ts'
import type { HardQuestionSchema } from './schemas.ts'

/** The questions are read from the primary, because the replica may not have a new one yet. */
export async function listHardQuestions(
  { db, replicaDb }: Pick<Platform, 'db' | 'replicaDb'>,
  page: { page: number; limit: number },
): Promise<{ questions: z.output<typeof HardQuestionSchema>[]; total: number }> {
  const { ids, total } = await listHardestQuestions(replicaDb, page)
  const [questions, stats] = await Promise.all([
    getStoredQuestions(db, ids),
    getQuestionStats(replicaDb, ids),
  ])
  return {
    total,
    questions: questions.flatMap(({ id, type, prompt }) => {
      const rated = stats.get(id)
      // All answers were taken back meanwhile.
      if (!rated) return []
      const { answerCount: answers, successRate: correctShare, difficultyRating, discrimination } = rated
      return [{ questionId: id, type, prompt, answers, correctShare, difficultyRating, discrimination }]
    }),
  }
}
