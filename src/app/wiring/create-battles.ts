import { BATTLE_RULES } from '../../modules/battle-game/public/rules.ts'
import type { BattleDeps } from '../../modules/battle-records/public/battle-deps.ts'
import { createBattleRooms } from '../../modules/battle-rooms/public/create-battle-rooms.ts'
import { createMatchmaking, type Matchmaking } from '../../modules/matchmaking/create-matchmaking.ts'
import { getRuntimeSettings } from '../../modules/site-settings/public/runtime-settings-cache.ts'
import type { Platform } from '../../platform/platform.ts'
import { createListPublicProfiles } from './list-public-profiles.ts'
import { createStakeRules } from './stake-rules.ts'

/** Creates the battle modules with the dependencies that come from modules above them. */
export function createBattles(platform: Platform, rules: BattleDeps['rules'] = BATTLE_RULES): Matchmaking {
  const { battles } = platform.config
  const rooms = createBattleRooms({
    platform,
    rules,
    stakeCap: battles.stakeCap,
    stakeRules: createStakeRules(
      platform.config,
      async (db) => (await getRuntimeSettings(platform, db)).areStakesOn,
    ),
    xpCap: battles.xpDailyCap,
    describeUsers: createListPublicProfiles(platform.config),
  })
  return createMatchmaking(rooms)
}
