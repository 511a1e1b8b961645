import type { Day } from '../streaks/public/streak.ts'
import type { ReviewLearner } from './learner-queries.ts'
import { addDays, type ReviewCardId } from './scheduler.ts'

type DayCounts = Pick<ReviewLearner, 'lastDay' | 'answersOfLastDay' | 'otherDays'>
type CountedReview = DayCounts & Pick<ReviewLearner, 'lastCardId' | 'lastNumber'>

/** An answer is at most 48 hours late, and the dates of two time zones differ by up to 26 hours. */
const COUNTED_DAYS = 4

/** The number of reviews that a learner answered on a day. */
export function answersOf({ lastDay, answersOfLastDay, otherDays }: DayCounts, day: Day): number {
  return lastDay === day ? answersOfLastDay : (otherDays[day] ?? 0)
}

/**
 * Counts a review of `day` that arrives on the day `today`. A review of an earlier day does not become the last one, which can
 * be undone: the learner may be looking at another card.
 */
export function countReview(
  learner: CountedReview,
  { day, today, cardId, number }: { day: Day; today: Day; cardId: ReviewCardId; number: number },
): CountedReview {
  const count = answersOf(learner, day) + 1
  const { lastDay, answersOfLastDay, lastCardId, lastNumber } = learner
  const days = { ...learner.otherDays, ...(lastDay ? { [lastDay]: answersOfLastDay } : {}), [day]: count }
  const isLate = day !== today
  const newLastDay = isLate ? lastDay : day
  const otherDays = Object.fromEntries(
    Object.entries(days).filter(([each]) => each !== newLastDay && each >= addDays(today, -COUNTED_DAYS)),
  )
  return {
    lastDay: newLastDay,
    answersOfLastDay: newLastDay === null ? 0 : days[newLastDay]!,
    otherDays,
    ...(isLate ? { lastCardId, lastNumber } : { lastCardId: cardId, lastNumber: number }),
  }
}
