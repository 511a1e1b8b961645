import type { Db } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { insertReserved, listReservedQuestions } from '../queries.ts'
import type { QuestionId } from './question.ts'
import { toContentColumns } from './question-columns.ts'
import type { QuestionText } from './question-text.ts'
import type { StoredQuestion } from './stored-question.ts'

export type ReservedQuestion = QuestionText & { skill: string | null }

/**
 * Inserts questions for one owner. They are never drawn, exported or archived by an import, but are read and graded
 * like other questions. Their keys begin with `owner`.
 */
export async function reserveQuestions(
  tx: Tx,
  { owner, questions }: { owner: `contest:${string}`; questions: ReservedQuestion[] },
): Promise<QuestionId[]> {
  const rows = questions.map((question) => {
    const id = newId<'Question'>()
    const { prompt, explanation } = question
    return {
      id,
      key: `${owner}:${id}`,
      prompt,
      explanation,
      ...toContentColumns(question),
    }
  })
  await insertReserved(tx, rows)
  return rows.map(({ id }) => id)
}

/** Returns reserved questions with answers in the order of the ids: for their author, and after the result is final. */
export async function revealReservedQuestions(db: Db, ids: QuestionId[]): Promise<StoredQuestion[]> {
  const found = new Map((await listReservedQuestions(db, ids)).map((question) => [question.id, question]))
  return ids.flatMap((id) => found.get(id) ?? [])
}
