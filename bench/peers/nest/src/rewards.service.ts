import { randomUUID } from 'node:crypto'
import { Injectable } from '@nestjs/common'
import type { EntityManager } from 'typeorm'
import { LedgerBalance, LedgerEntry, LedgerTransfer, Streak, StreakDay } from './rewards.entities.js'

@Injectable()
export class RewardsService {
  async pay(
    manager: EntityManager,
    userId: string,
    { xp, gems, source, reason }: { xp: number; gems: number; source: string; reason: string },
    at: Date,
  ) {
    const transferId = randomUUID()
    await manager.insert(LedgerTransfer, { id: transferId, source, reason, createdAt: at })
    const legs = [
      { account: 'house:issuance', asset: 'XP', amount: -xp },
      { account: 'house:issuance', asset: 'GEM', amount: -gems },
      { account: `user:${userId}`, asset: 'XP', amount: xp },
      { account: `user:${userId}`, asset: 'GEM', amount: gems },
    ]
    await manager.insert(
      LedgerEntry,
      legs.map((leg, index) => ({ ...leg, transferId, line: index + 1, createdAt: at })),
    )
  }

  async totals(manager: EntityManager, userId: string) {
    const balances = await manager.findBy(LedgerBalance, { account: `user:${userId}` })
    const total = (asset: string) => Number(balances.find((held) => held.asset === asset)?.balance ?? 0)
    return { xp: total('XP'), gems: total('GEM') }
  }

  /** Omits freezes and milestones, which do not occur in the benchmark. */
  async extendStreak(manager: EntityManager, userId: string, timeZone: string, at: Date) {
    const today = new Intl.DateTimeFormat('en-CA', { timeZone }).format(at)
    const streak = await manager.findOne(Streak, { where: { userId }, lock: { mode: 'pessimistic_write' } })
    const noted = { lastAt: at, lastZone: timeZone }
    if (streak?.lastDay === today) {
      await manager.update(Streak, { userId }, noted)
      return { currentDays: streak.currentDays, isNewDay: false }
    }
    const currentDays = (streak?.currentDays ?? 0) + 1
    const longestDays = Math.max(streak?.longestDays ?? 0, currentDays)
    const extended = {
      ...noted,
      currentDays,
      longestDays,
      startedOn: streak?.startedOn ?? today,
      lastDay: today,
    }
    if (streak) await manager.update(Streak, { userId }, extended)
    else await manager.insert(Streak, { userId, ...extended })
    await manager.insert(StreakDay, { userId, day: today, status: 'DONE' })
    return { currentDays, isNewDay: true }
  }
}
