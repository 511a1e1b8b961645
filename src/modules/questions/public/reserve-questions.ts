import type { Db } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { insertReserved, listReservedQuestions, type RevealedQuestion } from '../queries.ts'
import type { QuestionId } from './question.ts'

/** A question as whoever reserves it writes it. */
export interface ReservedQuestion {
  prompt: string
  options: string[]
  correctIndex: number
  explanation: string
}

/**
 * Puts questions in for one asker alone: they are never drawn, never exported, and no import archives them. `owner`
 * begins their keys. They are read and graded like any other.
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

/** With their answers, in the order of the ids: for when all that they decide is decided, and for their author. */
export async function revealReservedQuestions(db: Db, ids: QuestionId[]): Promise<RevealedQuestion[]> {
  const found = new Map((await listReservedQuestions(db, ids)).map((question) => [question.id, question]))
  return ids.flatMap((id) => found.get(id) ?? [])
}
