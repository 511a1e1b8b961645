import type { Tx } from '../../platform/transaction/tx.ts'
import { refuseField } from '../questions/public/answer-request.ts'
import { requireQuestion } from './answer-question.ts'
import { insertHint } from './queries.ts'

/** Returns the hint of a question of a lesson and records that the user asked for it. */
export async function askForHint(
  tx: Tx,
  asked: Parameters<typeof requireQuestion>[1],
): Promise<{ hint: string; hintHtml: string }> {
  const { question } = await requireQuestion(tx, asked)
  const { id: questionId, hint, html } = question
  if (hint === null) throw refuseField('questionId', 'has no hint')
  await insertHint(tx, { userId: asked.userId, questionId, lessonId: asked.lesson.id }, asked.now)
  return { hint, hintHtml: html.hint! }
}
