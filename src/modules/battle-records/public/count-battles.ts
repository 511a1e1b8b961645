import { addMs, DAY_MS, HOUR_MS } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/database.ts'
import { smallestIdAt } from '../../../platform/ids.ts'

export interface BattleCount {
  kind: string
  outcome: string
  battles: number
  /** By both players, as text. */
  staked: string
}

/** Counts the battles that began on a day (UTC) and have ended. Rooms that were cancelled before they began do not count. */
export function countBattles(db: Db, day: string): Promise<BattleCount[]> {
  const since = new Date(`${day}T00:00:00.000Z`)
  const until = addMs(since, DAY_MS)
  // Ids contain their time, so the primary key finds the rows. The hour is for clocks that differ.
  const ids = { from: smallestIdAt(addMs(since, -HOUR_MS)), to: smallestIdAt(addMs(until, HOUR_MS)) }
  return db<BattleCount>`
    select kind, reason as outcome, count(*)::int as battles, sum(stake * 2)::text as staked from battle_room
    where id >= ${ids.from}::uuid and id < ${ids.to}::uuid and created_at >= ${since} and created_at < ${until}
      and state in ('FINISHED', 'ABANDONED')
    group by kind, reason`
}

/** When the first battle began. */
export async function findFirstBattleAt(db: Db): Promise<Date | undefined> {
  const [row] = await db<{ at: Date }>`select created_at as at from battle_room order by id limit 1`
  return row?.at
}
