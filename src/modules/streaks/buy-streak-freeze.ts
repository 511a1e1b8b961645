import { newId, type UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { HOUSE } from '../ledger/public/account.ts'
import { chargeGems } from '../ledger/public/charge-gems.ts'
import { errors } from './errors.ts'
import { applyMissedDays, calendarDays, FREEZE_PRICE_GEMS, MAX_FREEZES } from './public/streak.ts'
import { lockStreak, updateStreak } from './queries.ts'

export interface BuyStreakFreeze {
  userId: UserId
  timeZone: string
  now: Date
}

/** Sells one freeze. Applies missed days first, so that a new freeze does not cover a past day. */
export async function buyStreakFreeze(
  tx: Tx,
  { userId, timeZone, now }: BuyStreakFreeze,
): Promise<{ freezes: number; newTotalGems: number }> {
  const moment = { at: now, zone: timeZone }
  // Lock order: the streak before the balance.
  const { state, frozenDays } = applyMissedDays(await lockStreak(tx, userId), moment)
  if (state.freezes >= MAX_FREEZES) throw errors.freezes_full()
  const { newTotalGems } = await chargeGems(tx, {
    userId,
    gems: FREEZE_PRICE_GEMS,
    to: HOUSE.fees,
    source: `streak-freeze:${newId()}`,
    reason: 'streak freeze',
    now,
  })
  const freezes = state.freezes + 1
  await updateStreak(tx, userId, { ...state, freezes }, calendarDays(frozenDays, 'FROZEN'))
  return { freezes, newTotalGems }
}
