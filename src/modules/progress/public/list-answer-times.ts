import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { QuestionId } from '../../questions/public/question.ts'

/** When the user answered questions in lessons. Questions without an answer are left out. */
export async function listAnswerTimes(
  db: Db,
  userId: UserId,
  questionIds: QuestionId[],
): Promise<{ questionId: QuestionId; answeredAt: Date }[]> {
  return db<{ questionId: QuestionId; answeredAt: Date }>`
    select question_id as "questionId", answered_at as "answeredAt" from lesson_answer
    where user_id = ${userId} and question_id = any(${questionIds}::uuid[])`
}
