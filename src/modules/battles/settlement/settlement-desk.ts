import { now } from '../../../platform/clock.ts'
import type { BattleParts } from '../battles.ts'
import { Gathering } from '../gathering.ts'
import { settleBattles } from './settle-battles.ts'
import type { SeatSettlement, SettleBattle } from './settlement.ts'

/** Each tells up to five facts, and a transaction may tell two hundred. */
const BATTLES_AT_ONCE = 32

/** Settles what ends at about the same time in one transaction: a battle of two alone would cost as much. */
export class SettlementDesk {
  readonly #parts: BattleParts
  readonly #gathering: Gathering<SettleBattle, SeatSettlement[] | undefined>

  constructor(parts: BattleParts) {
    this.#parts = parts
    this.#gathering = new Gathering((battles) => this.#settleAll(battles), BATTLES_AT_ONCE)
  }

  settle(battle: SettleBattle): Promise<SeatSettlement[] | undefined> {
    return this.#gathering.ask(battle)
  }

  #settleAll(battles: SettleBattle[]): Promise<(SeatSettlement[] | undefined)[]> {
    const { platform, xpCap } = this.#parts
    return platform.write((tx) => settleBattles(tx, battles, { xpCap, now: now() }))
  }
}
