import { type Card, type FSRS, fsrs, GenSeedStrategyWithCardId, Rating, State, StrategyMode } from 'ts-fsrs'
import { DAY_MS } from '../../platform/clock.ts'
import type { Id } from '../../platform/ids.ts'
import type { Day } from '../streaks/public/streak.ts'

export type ReviewCardId = Id<'ReviewCard'>

export const RATINGS = ['AGAIN', 'HARD', 'GOOD', 'EASY'] as const
export type ReviewRating = (typeof RATINGS)[number]

const GRADES = {
  AGAIN: Rating.Again,
  HARD: Rating.Hard,
  GOOD: Rating.Good,
  EASY: Rating.Easy,
} as const satisfies Record<ReviewRating, Rating>

/** The state of a learner's memory of a card. Days are in the calendar of the learner. */
export interface MemoryState {
  repetitions: number
  lapses: number
  /** Null before the first answer, as the two fields below. */
  stability: number | null
  difficulty: number | null
  lastReviewedOn: Day | null
  dueOn: Day
}

interface Review {
  cardId: ReviewCardId
  rating: ReviewRating
  today: Day
  targetRetentionPercent: number
}

/**
 * Returns the state after an answer, by FSRS-6 in steps of whole days. The interval is fuzzed by the card and the
 * number of the repetition only, so the same answer always gives the same state.
 */
export function schedule(
  state: MemoryState,
  { cardId, rating, today, targetRetentionPercent }: Review,
): MemoryState {
  // A learner who flies west can review on an earlier date than before.
  const reviewedOn =
    state.lastReviewedOn !== null && state.lastReviewedOn > today ? state.lastReviewedOn : today
  const { card } = schedulerFor(targetRetentionPercent).next(
    toFsrsCard(cardId, state),
    toDate(reviewedOn),
    GRADES[rating],
  )
  return {
    repetitions: card.reps,
    lapses: card.lapses,
    stability: card.stability,
    difficulty: card.difficulty,
    lastReviewedOn: reviewedOn,
    dueOn: toDay(card.due),
  }
}

/** The state of a card without an answer. */
export function newMemoryState(dueOn: Day): MemoryState {
  return { repetitions: 0, lapses: 0, stability: null, difficulty: null, lastReviewedOn: null, dueOn }
}

export function addDays(day: Day, days: number): Day {
  return toDay(new Date(toDate(day).getTime() + days * DAY_MS))
}

export function daysBetween(from: Day, to: Day): number {
  return (toDate(to).getTime() - toDate(from).getTime()) / DAY_MS
}

const schedulers = new Map<number, FSRS>()

function schedulerFor(targetRetentionPercent: number): FSRS {
  return schedulers.getOrInsertComputed(targetRetentionPercent, () =>
    fsrs({
      request_retention: targetRetentionPercent / 100,
      enable_fuzz: true,
      // Without short-term steps every interval is a whole number of days.
      enable_short_term: false,
    }).useStrategy(StrategyMode.SEED, GenSeedStrategyWithCardId('id')),
  )
}

function toFsrsCard(id: ReviewCardId, state: MemoryState): Card & { id: string } {
  const { repetitions, lapses, stability, difficulty, lastReviewedOn, dueOn } = state
  return {
    id,
    due: toDate(dueOn),
    stability: stability ?? 0,
    difficulty: difficulty ?? 0,
    elapsed_days: 0,
    scheduled_days: 0,
    learning_steps: 0,
    reps: repetitions,
    lapses,
    state: repetitions === 0 ? State.New : State.Review,
    ...(lastReviewedOn === null ? {} : { last_review: toDate(lastReviewedOn) }),
  }
}

/** FSRS counts days in UTC, so a date of the learner's calendar becomes midnight UTC. */
function toDate(day: Day): Date {
  return new Date(`${day}T00:00:00.000Z`)
}

function toDay(date: Date): Day {
  return date.toISOString().slice(0, 10)
}
