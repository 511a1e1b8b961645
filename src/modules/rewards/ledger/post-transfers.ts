import { newId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/tx.ts'
import { countTransfer } from './count-transfer.ts'
import { postTransfer } from './post-transfer.ts'
import { insertTransfers, lockBalances } from './queries.ts'
import { checkLegs, inOrder, type Transfer } from './transfer.ts'

/**
 * Posts transfers that have nothing to do with each other, each once per source, in one round trip. When one of them
 * cannot be, none is. Their balances are locked before, in the order in which everybody takes them.
 */
export async function postTransfers(tx: Tx, transfers: readonly Transfer[]): Promise<void> {
  const [only] = transfers
  if (!only) return
  if (transfers.length === 1) {
    await postTransfer(tx, only)
    return
  }
  for (const { source, legs } of transfers) checkLegs(source, legs)
  const accounts = new Set(transfers.flatMap(({ legs }) => legs.map(({ account }) => account)))
  await Promise.all([
    lockBalances(tx, [...accounts]),
    insertTransfers(
      tx,
      transfers.map((transfer) => ({ ...transfer, legs: inOrder(transfer.legs), id: newId<'Transfer'>() })),
    ),
  ])
  tx.afterCommit(() => {
    for (const { reason, legs } of transfers) countTransfer(reason, legs)
  })
}
