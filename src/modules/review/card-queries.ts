import type { Db } from '../../platform/db/database.ts'
import type { Id, UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { LessonId } from '../catalog/public/catalog.ts'
import type { QuestionId } from '../questions/public/question.ts'
import type { Day } from '../streaks/public/streak.ts'
import type { MemoryState, ReviewCardId } from './scheduler.ts'

export type FlashcardId = Id<'ReviewFlashcard'>

export const CARD_SOURCES = ['LESSON', 'TEST', 'CONTEST', 'BATTLE'] as const
export type CardSource = (typeof CARD_SOURCES)[number]

/** Exactly one of `questionId` and `flashcardId` is set. */
export interface ReviewCard extends MemoryState {
  id: ReviewCardId
  questionId: QuestionId | null
  flashcardId: FlashcardId | null
  source: CardSource
  lessonId: LessonId | null
  loggedAnswers: number
  isSuspended: boolean
}

/** The longest number of due cards that is counted. */
export const MAX_COUNTED_DUE = 10_000

export async function countDue(db: Db, userId: UserId, today: Day): Promise<number> {
  const [row] = await db<{ count: number }>`
    select count(*)::integer as count from (
      select from review_card
      where user_id = ${userId} and due_on <= ${today}::date and suspended_at is null limit ${MAX_COUNTED_DUE}
    ) as due`
  return row!.count
}

/** The day on which the next card is due; undefined without cards. */
export async function findNextDueDay(db: Db, userId: UserId, after: Day): Promise<Day | undefined> {
  const [row] = await db<{ day: Day }>`
    select due_on::text as day from review_card
    where user_id = ${userId} and due_on > ${after}::date and suspended_at is null order by due_on limit 1`
  return row?.day
}

/** The cards that are due, those that are due for the longest time first. */
export async function listDue(
  db: Db,
  { userId, today, limit }: { userId: UserId; today: Day; limit: number },
): Promise<ReviewCard[]> {
  return db<ReviewCard>`
    select id, question_id as "questionId", flashcard_id as "flashcardId", source, lesson_id as "lessonId", repetitions, lapses,
      stability, difficulty, last_reviewed_on::text as "lastReviewedOn", due_on::text as "dueOn",
      logged_answers as "loggedAnswers", false as "isSuspended"
    from review_card
    where user_id = ${userId} and due_on <= ${today}::date and suspended_at is null
    order by due_on, id limit ${limit}`
}

/** The question of a card of the user; null for a flashcard, undefined if the user has no such card. */
export async function findQuestionOfCard(
  db: Db,
  { userId, cardId }: { userId: UserId; cardId: ReviewCardId },
): Promise<QuestionId | null | undefined> {
  const [row] = await db<{ questionId: QuestionId | null }>`
    select question_id as "questionId" from review_card where id = ${cardId} and user_id = ${userId}`
  return row?.questionId
}

export async function countSuspended(db: Db, userId: UserId): Promise<number> {
  const [row] = await db<{ count: number }>`
    select count(*)::integer as count from review_card where user_id = ${userId} and suspended_at is not null`
  return row!.count
}

/** A page of the suspended cards, the last suspended first. */
export async function listSuspended(
  db: Db,
  { userId, limit, offset }: { userId: UserId; limit: number; offset: number },
): Promise<ReviewCard[]> {
  return db<ReviewCard>`
    select id, question_id as "questionId", flashcard_id as "flashcardId", source, lesson_id as "lessonId", repetitions, lapses,
      stability, difficulty, last_reviewed_on::text as "lastReviewedOn", due_on::text as "dueOn",
      logged_answers as "loggedAnswers", true as "isSuspended"
    from review_card where user_id = ${userId} and suspended_at is not null
    order by suspended_at desc, id limit ${limit} offset ${offset}`
}

/** The numbers of cards that become due on each day until `to`. Overdue cards count for `from`. */
export async function countDueByDay(
  db: Db,
  { userId, from, to }: { userId: UserId; from: Day; to: Day },
): Promise<{ day: Day; count: number }[]> {
  return db<{ day: Day; count: number }>`
    select greatest(due_on, ${from}::date)::text as day, count(*)::integer as count from review_card
    where user_id = ${userId} and due_on <= ${to}::date and suspended_at is null group by 1`
}

export interface Flashcard {
  id: FlashcardId
  front: string
  back: string
}

export async function listFlashcards(db: Db, ids: FlashcardId[]): Promise<Flashcard[]> {
  if (ids.length === 0) return []
  return db<Flashcard>`select id, front, back from review_flashcard where id = any(${ids}::uuid[])`
}

/** Stores the state of a card. */
export async function updateMemoryState(tx: Tx, cardId: ReviewCardId, state: MemoryState): Promise<void> {
  await tx`
    update review_card set repetitions = row.repetitions, lapses = row.lapses, stability = row.stability,
      difficulty = row.difficulty, last_reviewed_on = row."lastReviewedOn", due_on = row."dueOn"
    from jsonb_to_record(${state}::jsonb) as row (repetitions integer, lapses integer, stability float8,
      difficulty float8, "lastReviewedOn" date, "dueOn" date)
    where id = ${cardId}`
}

/** Sets or clears the suspension. Keeps the time of the first of repeated suspensions. */
export async function updateSuspended(
  tx: Tx,
  { userId, cardId, suspendedAt }: { userId: UserId; cardId: ReviewCardId; suspendedAt: Date | null },
): Promise<boolean> {
  const rows = await tx`
    update review_card set suspended_at = case when ${suspendedAt}::timestamptz is null then null
      else coalesce(suspended_at, ${suspendedAt}::timestamptz) end
    where id = ${cardId} and user_id = ${userId} returning id`
  return rows.length > 0
}
