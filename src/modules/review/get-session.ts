import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { z } from '../../platform/zod.ts'
import { getOwnTimeZone } from '../accounts/public/own-account.ts'
import { type Day, dayOf } from '../streaks/public/streak.ts'
import { answersOf } from './answers-of-day.ts'
import {
  countDue,
  countDueByDay,
  findNextDueDay,
  listFlashcards,
  MAX_COUNTED_DUE,
  type ReviewCard,
} from './card-queries.ts'
import { presentCard, type ReviewCardView } from './card-view.ts'
import { chooseDue } from './choose-due.ts'
import { type DailyLoad, daysToClear, remainingToday, spreadLoad } from './daily-load.ts'
import { getLearner } from './learner-queries.ts'
import { presentQuestions } from './review-question.ts'
import { addDays, daysBetween } from './scheduler.ts'

interface Reader {
  userId: UserId
  now: Date
}

export const DueCountsSchema = z
  .object({
    due: z.int().openapi({ description: `All cards that are due; at most ${MAX_COUNTED_DUE} are counted` }),
    availableToday: z.int().openapi({ description: 'Those that the session of today still shows' }),
    answeredToday: z.int(),
    dailyLimit: z.int(),
    daysToClear: z.int().openapi({
      description:
        'After so many days, with today, every card that is due now was shown, if you answer the queue of each day',
    }),
    nextDueOn: z.iso.date().nullable().openapi({ description: 'When the next card after today is due' }),
  })
  .openapi('ReviewCounts')

export async function getDueCounts(db: Db, reader: Reader): Promise<z.output<typeof DueCountsSchema>> {
  const { today, load } = await getDailyLoad(db, reader)
  const [due, nextDueOn] = await Promise.all([
    countDue(db, reader.userId, today),
    findNextDueDay(db, reader.userId, today),
  ])
  return {
    due,
    availableToday: Math.min(due, remainingToday(load)),
    answeredToday: load.answeredToday,
    dailyLimit: load.dailyLimit,
    daysToClear: daysToClear(due, load),
    nextDueOn: nextDueOn ?? null,
  }
}

/** Returns the next cards within the daily limit, without solutions. Reads only as many cards as it returns. */
export async function getSession(
  db: Db,
  { userId, now, limit }: Reader & { limit: number },
): Promise<{ cards: ReviewCardView[]; answeredToday: number; dailyLimit: number }> {
  const { today, load } = await getDailyLoad(db, { userId, now })
  const count = Math.min(limit, remainingToday(load))
  const cards = count === 0 ? [] : await chooseDue(db, { userId, today, now, count })
  return { cards: await presentCards(db, cards), ...load }
}

/** Returns cards with their questions and flashcards, in the given order. */
export async function presentCards(db: Db, cards: ReviewCard[]): Promise<ReviewCardView[]> {
  const asked = cards.flatMap(({ id: cardId, questionId, repetitions }) =>
    questionId ? [{ cardId, questionId, repetition: repetitions + 1 }] : [],
  )
  const [questions, flashcards] = await Promise.all([
    presentQuestions(db, asked),
    listFlashcards(
      db,
      cards.flatMap(({ flashcardId }) => flashcardId ?? []),
    ),
  ])
  const questionOf = new Map(asked.map(({ cardId }, index) => [cardId, questions[index]!]))
  const flashcardOf = new Map(flashcards.map((flashcard) => [flashcard.id, flashcard]))
  return cards.map((card) =>
    presentCard(
      card,
      questionOf.get(card.id) ?? null,
      card.flashcardId ? flashcardOf.get(card.flashcardId)! : null,
    ),
  )
}

export const FORECAST_DAYS = 30

export const ForecastDaySchema = z
  .object({
    date: z.iso.date(),
    due: z.int().openapi({ description: 'Cards that become due on this day; today also overdue ones' }),
    planned: z.int().openapi({ description: 'Cards that the daily limit leaves for this day' }),
  })
  .openapi('ReviewForecastDay')

/** Returns how many cards become due on each of the next days, and how many of them the queue shows on that day. */
export async function getForecast(db: Db, reader: Reader): Promise<z.output<typeof ForecastDaySchema>[]> {
  const { today, load } = await getDailyLoad(db, reader)
  const to = addDays(today, FORECAST_DAYS - 1)
  const due = new Array<number>(FORECAST_DAYS).fill(0)
  for (const { day, count } of await countDueByDay(db, { userId: reader.userId, from: today, to }))
    due[daysBetween(today, day)] = count
  const planned = spreadLoad(due, load)
  return due.map((count, index) => ({ date: addDays(today, index), due: count, planned: planned[index]! }))
}

async function getDailyLoad(db: Db, { userId, now }: Reader): Promise<{ today: Day; load: DailyLoad }> {
  const [zone, learner] = await Promise.all([getOwnTimeZone(db, userId), getLearner(db, userId)])
  const today = dayOf({ at: now, zone })
  return { today, load: { dailyLimit: learner.dailyLimit, answeredToday: answersOf(learner, today) } }
}
