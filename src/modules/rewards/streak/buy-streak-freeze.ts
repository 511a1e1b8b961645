import { newId, type UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/tx.ts'
import { errors } from '../errors.ts'
import { HOUSE } from '../ledger/account.ts'
import { chargeGems } from '../ledger/charge-gems.ts'
import { getTotals } from '../ledger/get-totals.ts'
import { findTransferId } from '../ledger/queries.ts'
import { lockStreak, updateStreak } from './queries.ts'
import { FREEZE_PRICE_GEMS, MAX_FREEZES, reckonMissed } from './streak.ts'

export interface BuyStreakFreeze {
  userId: UserId
  timeZone: string
  /** Names this purchase; again, it is the same one. */
  deedId?: string
  now: Date
}

/**
 * Sells one freeze, once for a deed. What was missed before is reckoned first, so that a freeze that is bought today saves
 * no day of
 * the past.
 */
export async function buyStreakFreeze(
  tx: Tx,
  { userId, timeZone, deedId = newId(), now }: BuyStreakFreeze,
): Promise<{ freezes: number; newTotalGems: number }> {
  const moment = { at: now, zone: timeZone }
  const source = `streak-freeze:${deedId}`
  // The streak first, as everywhere: streaks are locked before balances.
  const { state, frozenDays } = reckonMissed(await lockStreak(tx, userId), moment)
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
