import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { listWonRows } from './queries.ts'
import { PAID_MEETINGS_A_DAY } from './settle-battles.ts'

/** Who has won which battles of those that `battles.battle_won` tells of; page by page, in the order of user ids. */
export function listWonBattles(
  db: Db,
  page: { after: string; limit: number; most: number },
): Promise<{ userId: UserId; roomIds: string[] }[]> {
  return listWonRows(db, { ...page, paidMeetings: PAID_MEETINGS_A_DAY })
}
