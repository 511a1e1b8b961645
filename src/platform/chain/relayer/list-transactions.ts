import type { Db } from '../../db/database.ts'

export const TRANSACTION_STATUSES = ['queued', 'sent', 'confirmed', 'failed'] as const
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number]

/** A chain transaction as operators see it. */
export interface ListedTransaction {
  id: string
  reference: string
  kind: string
  contract: string
  functionName: string
  status: TransactionStatus
  sender: string | null
  nonce: bigint | null
  gasLimit: bigint | null
  gasUsed: bigint | null
  transactionHash: string | null
  blockNumber: bigint | null
  simulationAttempts: number
  /** Signed versions that are still stored, and the fee of the newest one. */
  attempts: number
  maxFeeWei: bigint | null
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

interface TransactionFilter {
  status?: TransactionStatus | undefined
  kind?: string | undefined
  /** In lower case: of the outcome or of any stored attempt. */
  hash?: string | undefined
}

const COUNT_LIMIT = 10_000

/** Newest first. */
export function listTransactions(
  db: Db,
  { status, kind, hash }: TransactionFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<ListedTransaction[]> {
  return db<ListedTransaction>`
    select found.id, reference, kind, contract, function_name as "functionName", status, sender, nonce,
      gas_limit as "gasLimit", gas_used as "gasUsed", transaction_hash as "transactionHash",
      block_number as "blockNumber", simulation_attempts as "simulationAttempts", attempt.count as attempts,
      attempt.fee as "maxFeeWei", failure_reason as "lastError", created_at as "createdAt", settled_at as "settledAt"
    from (
      select * from chain_transaction
      where (${status ?? null}::text is null or status = ${status ?? null}::text)
        and (${kind ?? null}::text is null or kind = ${kind ?? null}::text)
        and (${hash ?? null}::text is null or id = any(array(
          select by_hash.id from chain_transaction by_hash where by_hash.transaction_hash = ${hash ?? null}::text
          union
          select signed.transaction_id from chain_attempt signed where signed.hash = ${hash ?? null}::text)))
      order by id desc limit ${limit} offset ${offset}
    ) as found
    cross join lateral (
      select count(*)::integer as count, max(max_fee_wei) as fee from chain_attempt where transaction_id = found.id
    ) as attempt
    order by found.id desc`
}

/** Counts at most 10,000 transactions. */
export async function countTransactions(db: Db, { status, kind, hash }: TransactionFilter): Promise<number> {
  const [row] = await db<{ total: number }>`
    select count(*)::integer as total from (
      select from chain_transaction
      where (${status ?? null}::text is null or status = ${status ?? null}::text)
        and (${kind ?? null}::text is null or kind = ${kind ?? null}::text)
        and (${hash ?? null}::text is null or id = any(array(
          select by_hash.id from chain_transaction by_hash where by_hash.transaction_hash = ${hash ?? null}::text
          union
          select signed.transaction_id from chain_attempt signed where signed.hash = ${hash ?? null}::text)))
      limit ${COUNT_LIMIT}
    ) found`
  return row!.total
}
