import type { UserId } from '../../platform/ids.ts'
import { batchedWrite } from '../../platform/transaction/shared-statements.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { LessonId } from '../catalog/public/catalog.ts'
import type { QuestionId } from '../questions/public/question.ts'
import type { CardSource, Flashcard, FlashcardId } from './card-queries.ts'
import type { MemoryState, ReviewCardId, ReviewRating } from './scheduler.ts'

interface NewCards<Card> {
  userId: UserId
  source: CardSource
  lessonId: LessonId | null
  cards: Card[]
  now: Date
}

/** A card whose question the learner has already answered in a lesson, a test or a contest. */
export interface AnsweredCard {
  id: ReviewCardId
  questionId: QuestionId
  isCorrect: boolean
  usedHint: boolean
  rating: ReviewRating
  before: MemoryState
  after: MemoryState
}

/** Inserts cards with their first answer. Skips questions of which the user has a card. */
export async function insertAnsweredCards(
  tx: Tx,
  { userId, source, lessonId, cards, now }: NewCards<AnsweredCard>,
): Promise<void> {
  if (cards.length === 0) return
  await tx`
    with given as (
      select * from jsonb_to_recordset(${cards}::jsonb) as row (id uuid, "questionId" uuid, "isCorrect" boolean,
        "usedHint" boolean, rating text, before jsonb, after jsonb)
    ), inserted as (
      insert into review_card (id, user_id, question_id, source, lesson_id, created_at, repetitions, lapses,
        logged_answers, stability, difficulty, last_reviewed_on, due_on)
      select id, ${userId}, "questionId", ${source}, ${lessonId}, ${now}, state.repetitions, state.lapses,
        1, state.stability, state.difficulty, state."lastReviewedOn", state."dueOn"
      from given, jsonb_to_record(after) as state (repetitions integer, lapses integer, stability float8,
        difficulty float8, "lastReviewedOn" date, "dueOn" date)
      order by "questionId"
      on conflict (user_id, question_id) where question_id is not null do nothing
      returning id
    )
    insert into review_log (card_id, number, user_id, repetition, source, is_correct, used_hint, rating, answered_at, before,
      after)
    select id, 1, ${userId}, 1, ${source}, "isCorrect", "usedHint", rating, ${now}, before, after
    from given join inserted using (id)`
}

/** A card that the learner has not answered. */
export interface UnansweredCard<ItemId> {
  id: ReviewCardId
  itemId: ItemId
  dueOn: string
}

/** Inserts cards of questions. Skips questions of which the user has a card. */
export async function insertQuestionCards(
  tx: Tx,
  { userId, source, lessonId, cards, now }: NewCards<UnansweredCard<QuestionId>>,
): Promise<void> {
  if (cards.length === 0) return
  await tx`
    insert into review_card (id, user_id, question_id, source, lesson_id, created_at, due_on)
    select id, ${userId}, "itemId", ${source}, ${lessonId}, ${now}, "dueOn"
    from jsonb_to_recordset(${cards}::jsonb) as row (id uuid, "itemId" uuid, "dueOn" date) order by "itemId"
    on conflict (user_id, question_id) where question_id is not null do nothing`
}

/** Inserts cards of flashcards. Skips flashcards of which the user has a card. */
export const insertFlashcardCards = batchedWrite(
  async (writableDb, given: NewCards<UnansweredCard<FlashcardId>>[]): Promise<void[]> => {
    const rows = given.flatMap(({ cards, ...card }) => cards.map((one) => ({ ...card, ...one })))
    await writableDb`
      insert into review_card (id, user_id, flashcard_id, source, lesson_id, created_at, due_on)
      select id, "userId", "itemId", source, "lessonId", now, "dueOn"
      from jsonb_to_recordset(${rows}::jsonb) as row (id uuid, "userId" uuid, "itemId" uuid, source text, "lessonId" uuid,
        now timestamptz, "dueOn" date)
      order by "userId", "itemId"
      on conflict (user_id, flashcard_id) where flashcard_id is not null do nothing`
    return []
  },
)

/** Inserts missing flashcards. Locks no existing row, because all learners of a lesson share them. */
export async function insertFlashcards(tx: Tx, flashcards: Flashcard[]): Promise<void> {
  await tx`
    insert into review_flashcard (id, front, back)
    select id, front, back from jsonb_to_recordset(${flashcards}::jsonb) as row (id uuid, front text, back text)
    order by id on conflict (id) do nothing`
}

/** Stores changed texts. Locks no unchanged row. */
export async function updateFlashcards(tx: Tx, flashcards: Flashcard[]): Promise<void> {
  await tx`
    update review_flashcard as stored set back = row.back
    from jsonb_to_recordset(${flashcards}::jsonb) as row (id uuid, back text)
    where stored.id = row.id and stored.back <> row.back`
}
