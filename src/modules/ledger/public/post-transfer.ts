import type { Db } from '../../../platform/db/database.ts'
import { DatabaseError } from '../../../platform/db/database-error.ts'
import { assert } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { errors } from '../errors.ts'
import { recordTransferMetrics } from '../metrics.ts'
import {
  findTransferId,
  insertHouseTransfer,
  insertTransfer,
  insertTransfers,
  lockBalances,
} from '../queries.ts'
import { type AccountName, isHouseAccount } from './account.ts'
import {
  checkEntries,
  type PostingResult,
  sortByAccount,
  type Transfer,
  type TransferEntry,
} from './transfer.ts'

/** Moves value between accounts, all entries or none, once per source. */
export async function postTransfer(tx: Tx, transfer: Transfer): Promise<PostingResult> {
  return post(tx, transfer, () => insertTransfer(tx, withId(transfer)))
}

/** Moves value between house accounts and one account of a user, as `postTransfer` does. */
export async function postHouseTransfer(
  tx: Tx,
  account: AccountName,
  transfer: Transfer,
): Promise<PostingResult> {
  const { source, entries } = transfer
  assert(
    entries.every((entry) => entry.account === account || isHouseAccount(entry.account)),
    `${source} is not between the house and ${account}`,
  )
  return post(tx, transfer, () => insertHouseTransfer(tx, { account, transfer: withId(transfer) }))
}

async function post(
  tx: Tx,
  { source, reason, entries }: Transfer,
  insert: () => Promise<PostingResult>,
): Promise<PostingResult> {
  checkEntries(source, entries)
  try {
    const posting = await insert()
    if (posting.posted) tx.afterCommit(() => recordTransferMetrics(reason, entries))
    return posting
  } catch (error) {
    if (isOverdraft(error)) throw overdraftError(entries)
    throw error
  }
}

/**
 * Posts independent transfers in one round trip, each once per source. If one fails, none is posted. Locks all
 * balances first, in the order that every transfer uses. Returns the sources that were not posted before.
 */
export async function postTransfers(tx: Tx, transfers: readonly Transfer[]): Promise<Set<string>> {
  const [first] = transfers
  if (!first) return new Set()
  if (transfers.length === 1) {
    const { posted } = await postTransfer(tx, first)
    return new Set(posted ? [first.source] : [])
  }
  for (const { source, entries } of transfers) checkEntries(source, entries)
  const accounts = new Set(transfers.flatMap(({ entries }) => entries.map(({ account }) => account)))
  const [, sources] = await Promise.all([
    lockBalances(tx, [...accounts]),
    insertTransfers(tx, transfers.map(withId)),
  ])
  const posted = new Set(sources)
  tx.afterCommit(() => {
    for (const { source, reason, entries } of transfers)
      if (posted.has(source)) recordTransferMetrics(reason, entries)
  })
  return posted
}

/** Whether a transfer with this source exists. */
export async function isPosted(db: Db, source: string): Promise<boolean> {
  return (await findTransferId(db, source)) !== undefined
}

function withId({ source, reason, entries, now }: Transfer) {
  return { id: newId<'Transfer'>(), source, reason, entries: sortByAccount(entries), now }
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
