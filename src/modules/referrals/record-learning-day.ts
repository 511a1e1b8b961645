import { Cache } from '../../platform/cache/cache.ts'
import type { UserId } from '../../platform/ids.ts'
import type { EventHandler } from '../../platform/transaction/reactions.ts'
import { payQualifiedReferral } from './qualify-referral.ts'
import { updateLearningDay } from './queries.ts'
import { countLearningDays, LEARNING_DAYS, type ReferralRules } from './referral.ts'

/**
 * Handles the first answer to a question: counts it for its day (UTC), until a referral has the days of learning that it
 * needs. The answers are counted whether the rules require them or not, so that the setting can be turned on later.
 */
export function recordLearningDay(
  rules: ReferralRules,
): EventHandler<{ userId: UserId; isCorrect: boolean; at: string }> {
  /** The day whose answers a user needs no more. */
  const uncountedDay = new Cache<UserId, string>({ maxSize: 50_000 })

  return async (tx, { data: { userId, isCorrect, at } }) => {
    const day = at.slice(0, 10)
    if (uncountedDay.get(userId) === day) return
    const now = new Date(at)
    const counts = await updateLearningDay(tx, { userId, isCorrect, at: now })
    if (!counts) tx.afterCommit(() => uncountedDay.set(userId, day))
    else if (isCorrect && rules.requireVerifiedLearning && countLearningDays(counts) >= LEARNING_DAYS)
      await payQualifiedReferral(tx, { userId, rules, now })
  }
}
