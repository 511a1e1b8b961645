import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { insertAnswers, type NewAnswer } from '../queries.ts'

interface RecordAnswers {
  userId: UserId
  answers: NewAnswer[]
  at: Date
}

/** Stores graded answers for the job that folds them into the ratings. The caller stores each answer once. */
export async function recordAnswers(tx: Tx, { userId, answers, at }: RecordAnswers): Promise<void> {
  if (answers.length > 0) await insertAnswers(tx, { userId, answers, at })
}
