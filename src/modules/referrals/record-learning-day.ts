import { Cache } from '../../platform/cache/cache.ts'
import type { UserId } from '../../platform/ids.ts'
import type { EventHandler } from '../../platform/transaction/reactions.ts'
import { payQualifiedReferral } from './qualify-referral.ts'
import { updateLearningDays } from './queries.ts'
import { LEARNING_DAYS, type ReferralRules } from './referral.ts'

/**
 * Handles the first answer to a question: counts the days (UTC) with a correct one, up to the number that a referral
 * needs. The days are counted whether the rules require them or not, so that the setting can be turned on later.
 */
export function recordLearningDay(
  rules: ReferralRules,
): EventHandler<{ userId: UserId; isCorrect: boolean; at: string }> {
  const recordedDay = new Cache<UserId, string>({ maxSize: 50_000 })

  return async (tx, { data: { userId, isCorrect, at } }) => {
    const day = at.slice(0, 10)
    if (!isCorrect || recordedDay.get(userId) === day) return
    const days = await updateLearningDays(tx, userId, day)
    if (days === LEARNING_DAYS && rules.requireVerifiedLearning)
      await payQualifiedReferral(tx, { userId, rules, now: new Date(at) })
    tx.afterCommit(() => recordedDay.set(userId, day))
  }
}
