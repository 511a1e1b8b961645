import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'

/** The stakes of a user in battles that ended since `since`. Refunded stakes of battles that never started do not count. */
export async function sumStakes(tx: Tx, userId: UserId, since: Date): Promise<bigint> {
  const [row] = await tx<{ stakes: bigint }>`
    select coalesce(sum(stake), 0)::bigint as stakes from battle_entry
    where user_id = ${userId} and result is not null and ended_at >= ${since}`
  return row!.stakes
}

/** The stakes of one player in battles of the same two players since `since`; pairs without any are missing. */
export async function listPairStakes(tx: Tx, userIds: UserId[], since: Date) {
  return tx<{ one: UserId; other: UserId; stakes: bigint }>`
    select one.user_id as one, other.user_id as other, sum(one.stake)::bigint as stakes
    from battle_entry as one
    join battle_entry as other on other.room_id = one.room_id and other.user_id > one.user_id
    where one.user_id = any(${userIds}::uuid[]) and other.user_id = any(${userIds}::uuid[])
      and one.result is not null and one.ended_at >= ${since} and one.stake > 0
    group by one.user_id, other.user_id`
}
