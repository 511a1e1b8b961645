import { BATTLE_RULES } from '../../modules/battle-game/public/rules.ts'
import type { BattleDeps } from '../../modules/battle-records/public/battle-deps.ts'
import { type BattleServices, createBattleServices } from '../../modules/matchmaking/start-matchmaking.ts'
import type { Platform } from '../../platform/platform.ts'
import { createDescribeUsers } from './describe-users.ts'

/** The battle modules with their dependencies on higher modules. */
export function createBattles(platform: Platform, rules: BattleDeps['rules'] = BATTLE_RULES): BattleServices {
  const { battles } = platform.config
  return createBattleServices({
    platform,
    rules,
    stakeCap: battles.stakeCap,
    xpCap: battles.xpDailyCap,
    describeUsers: createDescribeUsers(platform.config),
  })
}
