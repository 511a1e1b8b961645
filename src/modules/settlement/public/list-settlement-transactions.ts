import { listOwnTransactionHashes } from '../../../platform/chain/relayer/find-transactions.ts'
import type { Db } from '../../../platform/db/database.ts'
import { SETTLEMENT_TRANSACTION_KIND } from '../batch.ts'
import { listBatchHashes } from '../queries.ts'

/**
 * Returns those of the transactions that are settlement batches. Their mint events credit no user, because the ledger has
 * the amounts already. An event may arrive before the relayer confirms the batch. Hashes are in lower case.
 */
export async function listSettlementTransactions(db: Db, transactionHashes: string[]): Promise<Set<string>> {
  if (transactionHashes.length === 0) return new Set()
  const found = await Promise.all([
    listOwnTransactionHashes(db, SETTLEMENT_TRANSACTION_KIND, transactionHashes),
    listBatchHashes(db, transactionHashes),
  ])
  return new Set(found.flat())
}
