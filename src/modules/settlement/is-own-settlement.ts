import { findOwnTransaction } from '../../platform/chain/relayer/find-own-transaction.ts'
import type { Db } from '../../platform/db/database.ts'
import { KIND } from './batch.ts'
import { findBatchByHash } from './queries.ts'

/**
 * Whether this transaction brought the chain what the books already had: then its events credit nobody. It is asked
 * when an event comes in, which may be earlier than the relayer's own word that the batch is confirmed.
 */
export async function isOwnSettlement(db: Db, transactionHash: string): Promise<boolean> {
  if ((await findOwnTransaction(db, transactionHash))?.kind === KIND) return true
  return (await findBatchByHash(db, transactionHash)) !== undefined
}
