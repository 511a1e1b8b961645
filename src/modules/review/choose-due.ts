import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { distanceFromLearningBand, getExpectedSuccess } from '../mastery/public/expected-success.ts'
import type { Day } from '../streaks/public/streak.ts'
import { listDue, type ReviewCard } from './card-queries.ts'

/** So many times the wanted cards are read to choose from. */
const CHOICE = 2

/**
 * Returns the next cards of the queue. Of the cards that are due since the last day that still fits, it takes those near
 * the expected success of 80 to 85 percent. Cards of earlier days always come first, so no card waits longer than promised.
 */
export async function chooseDue(
  db: Db,
  { userId, today, now, count }: { userId: UserId; today: Day; now: Date; count: number },
): Promise<ReviewCard[]> {
  const due = await listDue(db, { userId, today, limit: CHOICE * count })
  if (due.length <= count) return due
  const lastDay = due[count - 1]!.dueOn
  const candidates = due.filter(({ dueOn }) => dueOn === lastDay)
  const earlier = due.filter(({ dueOn }) => dueOn < lastDay)
  const wanted = count - earlier.length
  if (candidates.length === wanted) return [...earlier, ...candidates]
  const questionIds = candidates.flatMap(({ questionId }) => questionId ?? [])
  const success = await getExpectedSuccess(db, { userId, questionIds, now })
  const distanceOf = ({ questionId }: ReviewCard) =>
    distanceFromLearningBand(questionId ? success.get(questionId) : undefined)
  // The sort is stable, so cards that are equally near keep the order of the queue.
  return [
    ...earlier,
    ...candidates.toSorted((one, other) => distanceOf(one) - distanceOf(other)).slice(0, wanted),
  ]
}
