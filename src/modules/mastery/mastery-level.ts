import { DAY_MS } from '../../platform/clock.ts'
import { type Rated, START_RATING } from './public/elo.ts'

export const MASTERY_LEVELS = ['NOVICE', 'BEGINNER', 'COMPETENT', 'PROFICIENT', 'MASTER'] as const
export type MasteryLevel = (typeof MASTERY_LEVELS)[number]

/** What a level requires. Few answers prove little, however right they are. */
const REQUIREMENTS: Record<MasteryLevel, { rating: number; answers: number }> = {
  NOVICE: { rating: Number.NEGATIVE_INFINITY, answers: 0 },
  BEGINNER: { rating: 1000, answers: 3 },
  COMPETENT: { rating: 1075, answers: 6 },
  PROFICIENT: { rating: 1150, answers: 12 },
  MASTER: { rating: 1250, answers: 24 },
}

/** A rating stays for so long without an answer. */
export const DAYS_BEFORE_DECAY = 30
/** After that, its distance above the start rating halves in so many days. */
export const DECAY_HALF_LIFE_DAYS = 90

/** The rating at a later time. It never falls below the start rating, and a rating below that stays. */
export function decayedRating(rating: number, { since, now }: { since: Date; now: Date }): number {
  const days = (now.getTime() - since.getTime()) / DAY_MS - DAYS_BEFORE_DECAY
  if (days <= 0 || rating <= START_RATING) return rating
  return START_RATING + (rating - START_RATING) * 2 ** (-days / DECAY_HALF_LIFE_DAYS)
}

export function levelOf({ rating, answers }: Rated): MasteryLevel {
  return MASTERY_LEVELS.findLast(
    (level) => rating >= REQUIREMENTS[level].rating && answers >= REQUIREMENTS[level].answers,
  )!
}
