import { addMs, DAY_MS } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/database.ts'
import { smallestIdAt, type UserId } from '../../../platform/ids.ts'
import { userAccount } from './account.ts'

/** The XP that the user received since a moment of the last days. XP that were taken away do not count. */
export async function getEarnedXp(db: Db, userId: UserId, since: Date): Promise<number> {
  // The ids end the index scan early. Clocks of several processes differ, so a day is left for that.
  const [row] = await db<{ xp: bigint }>`
    select coalesce(sum(amount), 0)::bigint as xp from ledger_entry
    where account = ${userAccount(userId)} and transfer_id >= ${smallestIdAt(addMs(since, -DAY_MS))}::uuid
      and asset = 'XP' and amount > 0 and created_at >= ${since}`
  return Number(row!.xp)
}
