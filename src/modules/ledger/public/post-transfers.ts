import { newId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { recordTransferMetrics } from '../metrics.ts'
import { insertTransfers, lockBalances } from '../queries.ts'
import { postTransfer } from './post-transfer.ts'
import { checkEntries, sortByAccount, type Transfer } from './transfer.ts'

/**
 * Posts transfers that have nothing to do with each other, each once per source, in one round trip. When one of them
 * cannot be, none is. Their balances are locked before, in the order in which everybody takes them. Gives the sources of
 * those that were not posted before.
 */
export async function postTransfers(tx: Tx, transfers: readonly Transfer[]): Promise<Set<string>> {
  const [only] = transfers
  if (!only) return new Set()
  if (transfers.length === 1) {
    const { posted } = await postTransfer(tx, only)
    return new Set(posted ? [only.source] : [])
  }
  for (const { source, entries } of transfers) checkEntries(source, entries)
  const accounts = new Set(transfers.flatMap(({ entries }) => entries.map(({ account }) => account)))
  const [, sources] = await Promise.all([
    lockBalances(tx, [...accounts]),
    insertTransfers(
      tx,
      transfers.map((transfer) => ({
        ...transfer,
        entries: sortByAccount(transfer.entries),
        id: newId<'Transfer'>(),
      })),
    ),
  ])
  const posted = new Set(sources)
  tx.afterCommit(() => {
    for (const { source, reason, entries } of transfers)
      if (posted.has(source)) recordTransferMetrics(reason, entries)
  })
  return posted
}
