import { listOwnTransactionHashes } from '../../../platform/chain/relayer/find-transactions.ts'
import type { Db } from '../../../platform/db/database.ts'
import { SETTLEMENT_TRANSACTION_KIND } from '../batch.ts'
import { listBatchHashes } from '../queries.ts'

/**
 * Which of these transactions brought the chain what the books already had: their events credit nobody. It is asked
 * when an event comes in, which may be earlier than the relayer's own word that the batch is confirmed. Hashes are in
 * lower case.
 */
export async function listSettlementTransactions(db: Db, transactionHashes: string[]): Promise<Set<string>> {
  if (transactionHashes.length === 0) return new Set()
  const found = await Promise.all([
    listOwnTransactionHashes(db, SETTLEMENT_TRANSACTION_KIND, transactionHashes),
    listBatchHashes(db, transactionHashes),
  ])
  return new Set(found.flat())
}
