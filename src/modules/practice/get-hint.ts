import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { refuseField } from '../questions/public/answer-request.ts'
import { getStoredQuestions } from '../questions/public/get-questions.ts'
import { type Hint, requireHint } from '../questions/public/hint.ts'
import type { QuestionId } from '../questions/public/question.ts'
import { errors } from './errors.ts'
import { findRound } from './queries.ts'
import type { RoundId } from './round.ts'

/** Throws `VALIDATION_FAILED` for a question of another round and for a question without a hint. */
export async function getHint(
  db: Db,
  { userId, roundId, questionId }: { userId: UserId; roundId: RoundId; questionId: QuestionId },
): Promise<Hint> {
  const round = await findRound(db, roundId, userId)
  if (!round) throw errors.practice_round_not_found()
  if (!round.questionIds.includes(questionId))
    throw refuseField('questionId', 'is not a question of this round')
  const [question] = await getStoredQuestions(db, [questionId])
  return requireHint(question!, 'questionId')
}
