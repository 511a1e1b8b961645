import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'

/** How much is promised, and how often something left: to be read before the chain is. */
export async function findTokenReservation(
  db: Db,
  userId: UserId,
): Promise<{ held: bigint; releases: bigint }> {
  const [row] = await db<{ held: bigint; releases: bigint }>`
    select held, releases from token_reservation where user_id = ${userId}`
  return row ?? { held: 0n, releases: 0n }
}

/** False when it would be more than there is, or when something has left since the chain was read. */
export async function reserveTokens(
  tx: Tx,
  reservation: { userId: UserId; amount: bigint; balance: bigint; releases: bigint },
): Promise<boolean> {
  const { userId, amount, balance, releases } = reservation
  const rows = await tx`
    insert into token_reservation as known (user_id, held)
    select ${userId}::uuid, ${amount}::bigint where ${amount}::bigint <= ${balance}::bigint and ${releases}::bigint >= 0
    on conflict (user_id) do update set held = known.held + excluded.held
    where known.held + excluded.held <= ${balance}::bigint and known.releases = ${releases}::bigint
    returning user_id`
  return rows.length > 0
}

export async function releaseTokens(tx: Tx, userId: UserId, amount: bigint): Promise<void> {
  await tx`
    update token_reservation set held = held - ${amount}::bigint, releases = releases + 1 where user_id = ${userId}`
}
