import { now } from '../../../platform/clock.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { BattleParts } from '../battles.ts'
import { Gathering } from '../gathering.ts'
import { settleBattles } from './settle-battles.ts'
import type { SeatSettlement, SettleBattle } from './settlement.ts'

/** Each tells up to five facts, and a transaction may tell two hundred. */
const BATTLES_AT_ONCE = 32

/** Who ends a battle says who was in it, for their names. */
export type BattleOfUsers = Omit<SettleBattle, 'usernameOf'> & { userIds: UserId[] }

/** Settles what ends at about the same time in one transaction: a battle of two alone would cost as much. */
export class SettlementDesk {
  readonly #parts: BattleParts
  readonly #gathering: Gathering<BattleOfUsers, SeatSettlement[] | undefined>

  constructor(parts: BattleParts) {
    this.#parts = parts
    this.#gathering = new Gathering((battles) => this.#settleAll(battles), BATTLES_AT_ONCE)
  }

  settle(battle: BattleOfUsers): Promise<SeatSettlement[] | undefined> {
    return this.#gathering.ask(battle)
  }

  async #settleAll(battles: BattleOfUsers[]): Promise<(SeatSettlement[] | undefined)[]> {
    const { platform, describeUsers, xpCap } = this.#parts
    const userIds = battles.flatMap((battle) => (battle.wasPlayed ? battle.userIds : []))
    const users = userIds.length > 0 ? await describeUsers(platform.quick, userIds) : new Map<UserId, never>()
    const usernameOf = (userId: UserId) => users.get(userId)?.username ?? 'somebody'
    const named = battles.map((battle) => ({ ...battle, usernameOf }))
    return platform.write((tx) => settleBattles(tx, named, { xpCap, now: now() }))
  }
}
