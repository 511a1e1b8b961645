import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { batchedLock } from '../../platform/transaction/shared-statements.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { ReviewCard } from './card-queries.ts'
import { errors } from './errors.ts'
import { insertLearner, type ReviewLearner } from './learner-queries.ts'
import type { ReviewCardId } from './scheduler.ts'

interface CardOfUser {
  userId: UserId
  cardId: ReviewCardId
}

interface LockedCard {
  learner: ReviewLearner
  card: ReviewCard
}

/**
 * Locks the row of the learner and then the card until commit, so that answers of one learner wait for each other.
 * Creates the row of the learner with the first answer. Throws if the user has no such card.
 */
export async function lockLearnerAndCard(tx: Tx, request: CardOfUser): Promise<LockedCard> {
  const found = await lockRows(tx, request)
  if (found) return found
  // Refused before anything is written, so that the other requests of a shared transaction go on.
  if (!(await hasCard(tx, request))) throw errors.review_card_not_found()
  await insertLearner(tx, request.userId)
  const created = await lockRows(tx, request)
  if (!created) throw errors.review_card_not_found()
  return created
}

async function hasCard(db: Db, { userId, cardId }: CardOfUser): Promise<boolean> {
  const rows = await db`select from review_card where id = ${cardId} and user_id = ${userId}`
  return rows.length > 0
}

/** One statement instead of two, because it is the first of every answer. Locks in the order of the users. */
const lockRows = batchedLock(
  async (writableDb, wanted: CardOfUser[]): Promise<(LockedCard | undefined)[]> => {
    const rows = await writableDb<ReviewLearner & ReviewCard & { number: bigint }>`
    select wanted.number, target_retention_percent as "targetRetentionPercent", daily_limit as "dailyLimit",
      last_day::text as "lastDay", answers_of_last_day as "answersOfLastDay", other_days as "otherDays",
      to_jsonb(recent_times_ms) as "recentTimesMs", last_card_id as "lastCardId", last_number as "lastNumber",
      card.id, question_id as "questionId", flashcard_id as "flashcardId", source, lesson_id as "lessonId", repetitions, lapses,
      stability, difficulty, last_reviewed_on::text as "lastReviewedOn", due_on::text as "dueOn",
      logged_answers as "loggedAnswers", suspended_at is not null as "isSuspended"
    from unnest(${wanted.map(({ userId }) => userId)}::uuid[], ${wanted.map(({ cardId }) => cardId)}::uuid[])
      with ordinality as wanted (user_id, card_id, number)
    join review_learner as learner on learner.user_id = wanted.user_id
    join review_card as card on card.id = wanted.card_id and card.user_id = learner.user_id
    order by learner.user_id
    for no key update of learner, card`
    const byNumber = new Map(rows.map((row) => [Number(row.number), { learner: row, card: row }]))
    return wanted.map((_, index) => byNumber.get(index + 1))
  },
)
