import { newId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/tx.ts'
import { countTransfer } from './count-transfer.ts'
import { postTransfer } from './post-transfer.ts'
import { insertTransfers, lockBalances } from './queries.ts'
import { checkLegs, inOrder, type Transfer } from './transfer.ts'

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
  for (const { source, legs } of transfers) checkLegs(source, legs)
  const accounts = new Set(transfers.flatMap(({ legs }) => legs.map(({ account }) => account)))
  const [, sources] = await Promise.all([
    lockBalances(tx, [...accounts]),
    insertTransfers(
      tx,
      transfers.map((transfer) => ({ ...transfer, legs: inOrder(transfer.legs), id: newId<'Transfer'>() })),
    ),
  ])
  const posted = new Set(sources)
  tx.afterCommit(() => {
    for (const { source, reason, legs } of transfers) if (posted.has(source)) countTransfer(reason, legs)
  })
  return posted
}
