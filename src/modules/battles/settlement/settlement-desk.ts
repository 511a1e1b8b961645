import { now } from '../../../platform/clock.ts'
import { gather } from '../../../platform/gather.ts'
import type { BattleParts } from '../battles.ts'
import { settleBattles } from './settle-battles.ts'
import type { SeatSettlement, SettleBattle } from './settlement.ts'

/** Each tells up to five facts, and a transaction may tell two hundred. */
const BATTLES_AT_ONCE = 32
const PACE_MS = 40

/** Settles what ends at about the same time in one transaction: a battle of two alone would cost as much. */
export class SettlementDesk {
  readonly settle: (battle: SettleBattle) => Promise<SeatSettlement[] | undefined>

  /** For one that has failed before: it shall keep nobody waiting. */
  readonly settleApart: (battle: SettleBattle) => Promise<SeatSettlement[] | undefined>

  constructor({ platform, xpCap }: BattleParts) {
    const settleAll = (battles: SettleBattle[]) =>
      platform.write((tx) => settleBattles(tx, battles, { xpCap, now: now() }))
    this.settle = gather(settleAll, { most: BATTLES_AT_ONCE, paceMs: PACE_MS, triesAlone: true })
    this.settleApart = async (battle) => (await settleAll([battle]))[0]
  }
}
