import type { Db } from '../../db/database.ts'

/**
 * Returns which of these hashes belong to our transactions of a kind, by any hash that was ever signed. A
 * hash is known from before it is sent until retention deletes the signed bytes. Hashes are in lower case.
 */
export async function listOwnTransactionHashes(db: Db, kind: string, hashes: string[]): Promise<string[]> {
  const rows = await db<{ hash: string }>`
    select attempt.hash from chain_attempt as attempt
    join chain_transaction as transaction on transaction.id = attempt.transaction_id
    where attempt.hash = any(${hashes}::text[]) and transaction.kind = ${kind}`
  return rows.map(({ hash }) => hash)
}
