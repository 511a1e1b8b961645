import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'

/** Account erasure keeps the lines: they contain only the user's id and match transactions on the chain. */
export function exportPersonalData(db: Db, userId: UserId): Promise<unknown[]> {
  return db`
    select asset, direction, status, amount::text, balance::text, transaction_hash as "transactionHash",
      batch.created_at as "createdAt", ended_at as "endedAt"
    from settlement_line as line join settlement_batch as batch on batch.id = line.batch_id
    where line.user_id = ${userId} order by batch.created_at, batch.id limit 10000`
}
