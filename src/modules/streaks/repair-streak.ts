import { streakMilestoneReached, streakRepaired } from '../../events/streaks.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { HOUSE } from '../ledger/public/account.ts'
import { chargeGems } from '../ledger/public/charge-gems.ts'
import { rewardUser } from '../ledger/public/reward-user.ts'
import { errors } from './errors.ts'
import { milestoneSource } from './public/extend-streak.ts'
import { calendarDays, type Day } from './public/streak.ts'
import { applyRepair, findRepair, monthOf, REPAIR_PRICE_GEMS } from './public/streak-repair.ts'
import { lockStreak, updateStreak } from './queries.ts'

interface RepairStreak {
  userId: UserId
  timeZone: string
  now: Date
}

interface RepairedStreak {
  currentStreak: number
  longestStreak: number
  repairedDays: Day[]
  newTotalGems: number
}

const REFUSALS = {
  NOTHING_LOST: errors.streak_not_lost,
  TOO_LATE: errors.streak_repair_too_late,
  USED_THIS_MONTH: errors.streak_repair_used,
} as const

/** Restores the streak that ended last, for gems. The ledger has one charge per user and month. */
export async function repairStreak(tx: Tx, { userId, timeZone, now }: RepairStreak): Promise<RepairedStreak> {
  const moment = { at: now, zone: timeZone }
  // Lock order: the streak before the balance.
  const before = await lockStreak(tx, userId)
  const repair = findRepair(before, moment)
  if (typeof repair === 'string') throw REFUSALS[repair]()
  const { state, repairedDays, frozenDays, milestones } = applyRepair(before, moment)
  const charge = await chargeGems(tx, {
    userId,
    gems: REPAIR_PRICE_GEMS,
    to: HOUSE.fees,
    source: `streak-repair:${userId}:${monthOf(state.repairedOn!)}`,
    reason: 'streak repair',
    now,
  })
  // The streak does not know of the charge: its row was erased, or written by hand.
  if (!charge.posted) throw errors.streak_repair_used()
  await updateStreak(tx, {
    userId,
    state,
    days: [...calendarDays(repairedDays, 'REPAIRED'), ...calendarDays(frozenDays, 'FROZEN')],
  })
  const at = now.toISOString()
  tx.emit(streakRepaired({ userId, currentDays: state.currentDays, at }))
  let { newTotalGems } = charge
  for (const milestone of milestones) {
    const reward = await rewardUser(tx, {
      userId,
      xp: 0,
      gems: milestone.gems,
      source: milestoneSource(userId, state, milestone),
      reason: 'streak milestone',
      now,
    })
    newTotalGems = reward.newTotalGems
    tx.emit(streakMilestoneReached({ userId, ...milestone, at }))
  }
  return {
    currentStreak: state.currentDays,
    longestStreak: state.longestDays,
    repairedDays,
    newTotalGems,
  }
}
