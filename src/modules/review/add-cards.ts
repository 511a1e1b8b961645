import { createHash } from 'node:crypto'
import { newId, type UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { LessonId } from '../catalog/public/catalog.ts'
import type { FlashcardText } from '../catalog/public/list-flashcards.ts'
import type { QuestionId } from '../questions/public/question.ts'
import type { Day } from '../streaks/public/streak.ts'
import type { CardSource, FlashcardId } from './card-queries.ts'
import { getLearner } from './learner-queries.ts'
import {
  insertAnsweredCards,
  insertFlashcardCards,
  insertFlashcards,
  insertQuestionCards,
  updateFlashcards,
} from './new-card-queries.ts'
import { rateAnswer } from './rating.ts'
import { addDays, newMemoryState, type ReviewCardId, schedule } from './scheduler.ts'

interface NewCards {
  userId: UserId
  today: Day
  now: Date
}

interface AddAnsweredQuestions extends NewCards {
  source: Exclude<CardSource, 'BATTLE'>
  lessonId: LessonId | null
  /** Only lessons give hints. */
  answers: { questionId: QuestionId; isCorrect: boolean; usedHint?: boolean }[]
}

/** Adds questions that the learner answered for the first time. That answer is the first review of the card. */
export async function addAnsweredQuestions(
  tx: Tx,
  { userId, source, lessonId, answers, today, now }: AddAnsweredQuestions,
): Promise<void> {
  const { targetRetentionPercent } = await getLearner(tx, userId)
  const before = newMemoryState(today)
  const cards = answers.map(({ questionId, isCorrect, usedHint = false }) => {
    const id = newId<'ReviewCard'>()
    const rating = rateAnswer({
      isCorrect,
      usedHint,
      // Reading a question for the first time takes longer than a review, and the median is that of reviews.
      timeMs: null,
      isFirstSight: true,
      recentTimesMs: [],
    })
    const after = schedule(before, { cardId: id, rating, today, targetRetentionPercent })
    return { id, questionId, isCorrect, usedHint, rating, before, after }
  })
  await insertAnsweredCards(tx, { userId, source, lessonId, cards, now })
}

interface AddFlashcards extends NewCards {
  lessonId: LessonId
  flashcards: FlashcardText[]
  /** Whether the texts are in the table already. */
  isStored: boolean
}

/** Adds the flashcards of a completed lesson. They are due on the next day. */
export async function addFlashcards(
  tx: Tx,
  { userId, lessonId, flashcards, isStored, today, now }: AddFlashcards,
): Promise<void> {
  if (flashcards.length === 0) return
  // A lesson may contain the same front twice; the last back counts.
  const byId = new Map(flashcards.map((text) => [flashcardIdOf(lessonId, text.front), text]))
  const stored = [...byId].map(([id, text]) => ({ id, ...text }))
  const cards = stored.map(({ id }) => unanswered(id, today))
  await Promise.all([
    isStored ? undefined : insertFlashcards(tx, stored),
    isStored ? undefined : updateFlashcards(tx, stored),
    insertFlashcardCards(tx, { userId, source: 'LESSON', lessonId, cards, now }),
  ])
}

/** Adds practice questions in the place of questions that the learner missed in a battle. They are due on the next day. */
export async function addSiblings(
  tx: Tx,
  { userId, questionIds, today, now }: NewCards & { questionIds: QuestionId[] },
): Promise<void> {
  const cards = [...new Set(questionIds)].map((id) => unanswered(id, today))
  await insertQuestionCards(tx, { userId, source: 'BATTLE', lessonId: null, cards, now })
}

function unanswered<ItemId>(itemId: ItemId, today: Day) {
  return { id: newId() as ReviewCardId, itemId, dueOn: addDays(today, 1) }
}

/** The same lesson and front give the same id, so a changed back does not make another flashcard. */
function flashcardIdOf(lessonId: LessonId, front: string): FlashcardId {
  const digest = createHash('sha256').update(`${lessonId}\n${front}`).digest('hex')
  const parts = [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(13, 16)}`,
    `8${digest.slice(17, 20)}`,
  ]
  return [...parts, digest.slice(20, 32)].join('-') as FlashcardId
}
