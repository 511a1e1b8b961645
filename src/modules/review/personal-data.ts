import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import type { Tx } from '../../platform/transaction/tx.ts'

export async function exportPersonalData(db: Db, userId: UserId): Promise<Record<string, unknown>> {
  const [settings = null] = await db`
    select target_retention_percent as "targetRetentionPercent", daily_limit as "dailyLimit", last_day::text as "lastDay",
      answers_of_last_day as "answersOfLastDay", other_days as "otherDays", to_jsonb(recent_times_ms) as "recentTimesMs"
    from review_learner where user_id = ${userId}`
  const cards = await db`
    select card.id, question_id as "questionId", front as flashcard, source, created_at as "createdAt", repetitions, lapses,
      stability, difficulty, last_reviewed_on::text as "lastReviewedOn", due_on::text as "dueOn",
      suspended_at as "suspendedAt"
    from review_card as card left join review_flashcard as flashcard on flashcard.id = flashcard_id
    where user_id = ${userId} order by created_at, card.id`
  const answers = await db`
    select card_id as "cardId", repetition, log.source, is_correct as "isCorrect", answer, used_hint as "usedHint",
      time_ms as "timeMs", rating, answered_at as "answeredAt", occurred_at as "occurredAt", undone_at as "undoneAt"
    from review_log as log join review_card as card on card.id = card_id
    where card.user_id = ${userId} order by answered_at, card_id, number`
  return { settings, cards, answers }
}

/** Deletes the cards with their log, and the settings. */
export async function erasePersonalData(tx: Tx, { data }: DomainEvent<{ userId: UserId }>): Promise<void> {
  await tx`
    delete from review_log where card_id = any(array(select id from review_card where user_id = ${data.userId}))`
  await tx`delete from review_card where user_id = ${data.userId}`
  await tx`delete from review_learner where user_id = ${data.userId}`
}
