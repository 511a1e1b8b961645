import { newId, type UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { getOwnTimeZone } from '../accounts/public/own-account.ts'
import { errors as ledgerErrors } from '../ledger/errors.ts'
import { HOUSE } from '../ledger/public/account.ts'
import { chargeGems } from '../ledger/public/charge-gems.ts'
import { hasGems } from '../ledger/public/require-gems.ts'
import { errors } from './errors.ts'
import { applyMissedDays, calendarDays, FREEZE_PRICE_GEMS, MAX_FREEZES } from './public/streak.ts'
import { createAndLockStreak, lockStoredStreak, updateStreak } from './queries.ts'

/** Sells one freeze. Applies missed days first, so that a new freeze does not cover a past day. */
export async function buyStreakFreeze(
  tx: Tx,
  { userId, now }: { userId: UserId; now: Date },
): Promise<{ freezes: number; newTotalGems: number }> {
  // Lock order: the streak before the balance. A refusal comes before the first change, because a later one makes the others
  // of a shared transaction run again.
  const [zone, isAffordable, stored] = await Promise.all([
    getOwnTimeZone(tx, userId),
    hasGems(tx, userId, BigInt(FREEZE_PRICE_GEMS)),
    lockStoredStreak(tx, userId),
  ])
  const moment = { at: now, zone }
  if (stored && applyMissedDays(stored, moment).state.freezes >= MAX_FREEZES) throw errors.freezes_full()
  if (!isAffordable) throw ledgerErrors.insufficient_gems()
  const streak = stored ?? (await createAndLockStreak(tx, userId))
  const { state, frozenDays } = applyMissedDays(streak, moment)
  if (state.freezes >= MAX_FREEZES) throw errors.freezes_full()
  const freezes = state.freezes + 1
  // The charge comes last, because it may fail: a statement behind a failed one hides its error.
  const [, { newTotalGems }] = await Promise.all([
    updateStreak(tx, {
      userId,
      state: { ...state, freezes },
      days: calendarDays(frozenDays, 'FROZEN'),
    }),
    chargeGems(tx, {
      userId,
      gems: FREEZE_PRICE_GEMS,
      to: HOUSE.fees,
      source: `streak-freeze:${newId()}`,
      reason: 'streak freeze',
      now,
    }),
  ])
  return { freezes, newTotalGems }
}
