import type { Platform } from '../../../platform/platform.ts'
import type { DescribeUsers } from '../../accounts/public/public-profile.ts'
import type { BattleRules } from '../../battle-game/public/rules.ts'
import type { StakeRules } from './stake-rules.ts'

/** The OpenAPI tag of all battle endpoints. */
export const TAG = 'Quiz battles'

/** Dependencies of the battle modules, provided by `app/`. */
export interface BattleDeps {
  platform: Platform
  rules: BattleRules
  /** Maximum stake of one player, in gems. */
  stakeCap: number
  /** Who may play for gems, how much and with whom. */
  stakeRules: StakeRules
  /** Maximum XP that battles give a user per day (UTC). */
  xpCap: number
  /** Public profiles by user id; deleted users are missing. */
  describeUsers: DescribeUsers
}
