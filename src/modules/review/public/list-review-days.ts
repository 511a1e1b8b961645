import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { QuestionId } from '../../questions/public/question.ts'
import type { Day } from '../../streaks/public/streak.ts'

/** The days on which the user last answered the cards of questions. Questions without an answer are left out. */
export async function listReviewDays(
  db: Db,
  userId: UserId,
  questionIds: QuestionId[],
): Promise<{ questionId: QuestionId; reviewedOn: Day }[]> {
  return db<{ questionId: QuestionId; reviewedOn: Day }>`
    select question_id as "questionId", last_reviewed_on::text as "reviewedOn" from review_card
    where user_id = ${userId} and question_id = any(${questionIds}::uuid[]) and last_reviewed_on is not null`
}
