import type { StakeRules } from '../../modules/battle-records/public/stake-rules.ts'
import { listRelatedPairs } from '../../modules/referrals/public/list-related-pairs.ts'
import { listSameNetworkPairs } from '../../modules/sessions/public/list-same-network-pairs.ts'
import type { Config } from '../../platform/config/config.ts'

/** The rules for stakes, with what referrals and sessions know of related accounts. */
export function createStakeRules(
  { gemUse, battles }: Pick<Config, 'gemUse' | 'battles'>,
  areStakesOn: StakeRules['areStakesOn'],
): StakeRules {
  return {
    ...gemUse,
    areStakesOn,
    dailyPerAccount: battles.stakesPerAccount,
    dailyPerPair: battles.stakesPerPair,
    listRelatedPairs: battles.allowRelatedStakes
      ? null
      : async (db, userIds, now) => [
          ...(await listRelatedPairs(db, userIds)),
          ...(await listSameNetworkPairs(db, userIds, now)),
        ],
  }
}
