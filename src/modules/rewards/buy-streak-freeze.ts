import { newId, type UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/tx.ts'
import { HOUSE } from './account.ts'
import { chargeGems } from './charge-gems.ts'
import { errors } from './errors.ts'
import { getTotals } from './get-totals.ts'
import { findTransferId, lockStreak, updateStreak } from './queries.ts'
import { FREEZE_PRICE_GEMS, MAX_FREEZES, settle } from './streak.ts'

export interface BuyStreakFreeze {
  userId: UserId
  timeZone: string
  /** Names this purchase; again, it is the same one. */
  deedId?: string
  now: Date
}

/**
 * Sells one freeze, once for a deed. What was missed before is settled first, so that a freeze that is bought today saves no day of
 * the past.
 */
export async function buyStreakFreeze(
  tx: Tx,
  { userId, timeZone, deedId = newId(), now }: BuyStreakFreeze,
): Promise<{ freezes: number; newTotalGems: number }> {
  const moment = { at: now, zone: timeZone }
  const source = `streak-freeze:${deedId}`
  // The streak first, as everywhere: streaks are locked before balances.
  const { state, frozenDays } = settle(await lockStreak(tx, userId), moment)
  if (await findTransferId(tx, source)) {
    const { totalGems } = await getTotals(tx, userId)
    return { freezes: state.freezes, newTotalGems: totalGems }
  }
  if (state.freezes >= MAX_FREEZES) throw errors.freezes_full()
  const { newTotalGems } = await chargeGems(tx, {
    userId,
    gems: FREEZE_PRICE_GEMS,
    to: HOUSE.fees,
    source,
    reason: 'streak freeze',
    now,
  })
  const freezes = state.freezes + 1
  await updateStreak(tx, userId, { ...state, freezes }, { done: null, frozen: frozenDays })
  return { freezes, newTotalGems }
}
