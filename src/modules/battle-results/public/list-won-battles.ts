import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { listRewardedWins } from '../../battle-records/public/history.ts'
import { REWARDED_BATTLES_PER_PAIR_PER_DAY } from './settle-battles.ts'

/** The battles for which `battles.battle_won` was emitted, by user. */
export function listWonBattles(db: Db, userIds: UserId[]): Promise<{ userId: UserId; roomIds: string[] }[]> {
  return listRewardedWins(db, { userIds, rewardedBattlesPerDay: REWARDED_BATTLES_PER_PAIR_PER_DAY })
}
