import type { Db } from '../../db/database.ts'

/** A chain transaction as operators see it. */
export interface ListedTransaction {
  id: string
  reference: string
  kind: string
  contract: string
  functionName: string
  status: 'queued' | 'sent' | 'confirmed' | 'failed'
  sender: string | null
  nonce: bigint | null
  gasLimit: bigint | null
  gasUsed: bigint | null
  transactionHash: string | null
  blockNumber: bigint | null
  simulationAttempts: number
  lastError: string | null
  createdAt: Date
  settledAt: Date | null
}

/** The transaction with this id, or with this hash in lower case: of its outcome or of any stored attempt. */
export function findTransactions(
  db: Db,
  { id, hash }: { id: string | null; hash: string | null },
): Promise<Pick<ListedTransaction, 'id' | 'reference' | 'kind' | 'status' | 'transactionHash'>[]> {
  return db<Pick<ListedTransaction, 'id' | 'reference' | 'kind' | 'status' | 'transactionHash'>>`
    select id, reference, kind, status, transaction_hash as "transactionHash" from chain_transaction
    where id = any(array(
      select ${id}::uuid
      union
      select found.id from chain_transaction found where found.transaction_hash = ${hash}::text
      union
      select attempt.transaction_id from chain_attempt attempt where attempt.hash = ${hash}::text
    ))`
}
