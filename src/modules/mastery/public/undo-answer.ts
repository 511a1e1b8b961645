import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { deleteAnswer, insertUndoneAnswer, type NewAnswer } from '../queries.ts'

interface UndoAnswer {
  userId: UserId
  answer: NewAnswer
  /** The time with which the answer was recorded. */
  at: Date
}

/**
 * Takes back a recorded answer: one that is not counted yet is deleted, otherwise the job reverses it. The caller undoes an
 * answer once.
 */
export async function undoAnswer(tx: Tx, undo: UndoAnswer): Promise<void> {
  if (!(await deleteAnswer(tx, undo))) await insertUndoneAnswer(tx, undo)
}
