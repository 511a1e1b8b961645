import { DatabaseError } from '../../../platform/db/database-error.ts'
import { newId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { errors } from '../errors.ts'
import { recordTransferMetrics } from '../metrics.ts'
import { insertTransfer } from '../queries.ts'
import { isHouseAccount } from './account.ts'
import {
  checkEntries,
  type PostingResult,
  sortByAccount,
  type Transfer,
  type TransferEntry,
} from './transfer.ts'

/** Moves value between accounts, all legs or none, once per source. */
export async function postTransfer(
  tx: Tx,
  { source, reason, entries, now }: Transfer,
): Promise<PostingResult> {
  checkEntries(source, entries)
  try {
    const posting = await insertTransfer(tx, {
      id: newId(),
      source,
      reason,
      entries: sortByAccount(entries),
      now,
    })
    if (posting.posted) tx.afterCommit(() => recordTransferMetrics(reason, entries))
    return posting
  } catch (error) {
    if (isOverdraft(error)) throw overdraftError(entries)
    throw error
  }
}

function isOverdraft(error: unknown): boolean {
  return (
    error instanceof DatabaseError &&
    error.sqlState === '23514' &&
    error.constraint === 'ledger_balance_balance_check'
  )
}

function overdraftError(entries: readonly TransferEntry[]) {
  const debits = entries.filter(({ account, amount }) => amount < 0n && !isHouseAccount(account))
  return debits.every(({ asset }) => asset === 'GEM')
    ? errors.insufficient_gems()
    : errors.insufficient_balance()
}
