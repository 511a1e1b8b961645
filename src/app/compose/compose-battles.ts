import type { BattleParts } from '../../modules/battles/battles.ts'
import { type Battles, openBattles } from '../../modules/battles/open-battles.ts'
import { BATTLE_RULES } from '../../modules/battles/rules.ts'
import type { Platform } from '../../platform/platform.ts'
import { describePublic } from './describe-public.ts'

/** Battles with what they need of the modules above them. */
export function composeBattles(platform: Platform, rules: BattleParts['rules'] = BATTLE_RULES): Battles {
  const { battles } = platform.config
  return openBattles({
    platform,
    rules,
    stakeCap: battles.stakeCap,
    xpCap: battles.xpDailyCap,
    describeUsers: describePublic(platform.config),
  })
}
