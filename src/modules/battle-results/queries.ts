import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'

/** Counts XP towards the daily cap. Returns for each user how much of the wanted XP the cap still allows. */
export async function reserveDailyXp(
  tx: Tx,
  wanted: { userId: UserId; xp: number }[],
  { day, cap }: { day: string; cap: number },
): Promise<{ userId: UserId; granted: number }[]> {
  return tx<{ userId: UserId; granted: number }>`
    insert into battle_daily_xp as existing (user_id, day, xp)
    select "userId", ${day}::date, least(xp, ${cap}::integer)
    from jsonb_to_recordset(${wanted}::jsonb) as row ("userId" uuid, xp integer) order by "userId"
    on conflict (user_id, day) do update
      set xp = existing.xp + least(excluded.xp, greatest(0, ${cap}::integer - existing.xp))
    returning user_id as "userId", new.xp - coalesce(old.xp, 0) as granted`
}
