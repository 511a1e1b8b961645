import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import type { NewAnswer } from '../queries.ts'

interface UndoAnswer {
  userId: UserId
  answer: NewAnswer
  /** The time with which the answer was recorded. */
  at: Date
}

/**
 * Takes back a recorded answer: one that is not counted yet is deleted, otherwise the job reverses it. Waits for a job that is
 * counting it. The caller undoes an answer once.
 */
export async function undoAnswer(tx: Tx, { userId, answer, at }: UndoAnswer): Promise<void> {
  const { questionId, isCorrect, isRepeat } = answer
  const deleted = await tx`
    delete from mastery_answer where id = (
      select max(id) from mastery_answer
      where user_id = ${userId} and question_id = ${questionId} and answered_at = ${at} and not is_undone)
    returning id`
  if (deleted.length > 0) return
  await tx`
    insert into mastery_answer (user_id, question_id, is_correct, is_repeat, is_undone, answered_at)
    values (${userId}, ${questionId}, ${isCorrect}, ${isRepeat}, true, ${at})`
}
