import type { Tx } from '../../platform/transaction/tx.ts'
import { type Hint, requireHint } from '../questions/public/hint.ts'
import { requireQuestion } from './answer-question.ts'
import { insertHint } from './queries.ts'

/** Returns the hint of a question of a lesson and records that the user asked for it. */
export async function askForHint(tx: Tx, asked: Parameters<typeof requireQuestion>[1]): Promise<Hint> {
  const { question } = await requireQuestion(tx, asked)
  const hint = requireHint(question, 'questionId')
  await insertHint(
    tx,
    { userId: asked.userId, questionId: question.id, lessonId: asked.lesson.id },
    asked.now,
  )
  return hint
}
