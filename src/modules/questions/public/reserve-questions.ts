import type { Db } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { insertReserved, listReservedQuestions, type RevealedQuestion } from '../queries.ts'
import type { QuestionId } from './question.ts'

export interface ReservedQuestion {
  prompt: string
  options: string[]
  correctIndex: number
  explanation: string
}

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
    return { id, key: `${owner}:${id}`, ...question }
  })
  await insertReserved(tx, rows)
  return rows.map(({ id }) => id)
}

/** Returns reserved questions with answers in the order of the ids: for their author, and after the result is final. */
export async function revealReservedQuestions(db: Db, ids: QuestionId[]): Promise<RevealedQuestion[]> {
  const found = new Map((await listReservedQuestions(db, ids)).map((question) => [question.id, question]))
  return ids.flatMap((id) => found.get(id) ?? [])
}
