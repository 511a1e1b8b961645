import type { Db } from '../../db/database.ts'

/**
 * What a transaction of ours is about, by any hash that it was ever signed under: known from before it is sent until
 * the bytes of what is long settled are thrown away.
 */
export async function findOwnTransaction(
  db: Db,
  hash: string,
): Promise<{ reference: string; kind: string } | undefined> {
  const [row] = await db<{ reference: string; kind: string }>`
    select reference, kind from chain_attempt as attempt
    join chain_transaction as transaction on transaction.id = attempt.transaction_id
    where attempt.hash = lower(${hash})`
  return row
}
