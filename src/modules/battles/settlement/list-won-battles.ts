import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { listWonRows } from './queries.ts'
import { PAID_MEETINGS_A_DAY } from './settle-battles.ts'

/** Which battles users have won, of those that `battles.battle_won` tells of. */
export function listWonBattles(db: Db, userIds: UserId[]): Promise<{ userId: UserId; roomIds: string[] }[]> {
  return listWonRows(db, { userIds, paidMeetings: PAID_MEETINGS_A_DAY })
}
