import type { BattleParts } from '../modules/battles/battles.ts'
import { type Battles, openBattles } from '../modules/battles/open-battles.ts'
import { BATTLE_RULES } from '../modules/battles/rules.ts'
import { describeUsers } from '../modules/profiles/describe-users.ts'
import { now } from '../platform/clock.ts'
import type { Platform } from '../platform/platform.ts'

/** Battles with what they need of the modules above them. */
export function composeBattles(platform: Platform, rules: BattleParts['rules'] = BATTLE_RULES): Battles {
  const { publicUrl, battles } = platform.config
  return openBattles({
    platform,
    rules,
    stakeCap: battles.stakeCap,
    xpCap: battles.xpDailyCap,
    describeUsers: (db, userIds) => describeUsers(db, userIds, { publicUrl, now: now() }),
  })
}
