import type { Db } from '../../db/database.ts'

/**
 * Which of these are transactions of ours of a kind, by any hash that one was ever signed under: known from before it is
 * sent until the bytes of what is long settled are thrown away. Hashes are in lower case.
 */
export async function listOwnTransactionHashes(db: Db, kind: string, hashes: string[]): Promise<string[]> {
  const rows = await db<{ hash: string }>`
    select attempt.hash from chain_attempt as attempt
    join chain_transaction as transaction on transaction.id = attempt.transaction_id
    where attempt.hash = any(${hashes}::text[]) and transaction.kind = ${kind}`
  return rows.map(({ hash }) => hash)
}
