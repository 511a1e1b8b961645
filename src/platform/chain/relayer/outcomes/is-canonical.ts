import type { Rpc } from '../../rpc.ts'
import type { Receipt } from '../transaction.ts'

/**
 * Returns true if the block of a receipt is part of the chain. Nodes also return receipts of removed blocks.
 */
export async function isCanonical(
  rpc: Rpc,
  { blockNumber, blockHash }: Receipt,
  known: Map<string, Promise<string | undefined>> = new Map(),
): Promise<boolean> {
  let hash = known.get(blockNumber)
  if (!hash) {
    hash = rpc
      .request<{ hash: string } | null>('eth_getBlockByNumber', [blockNumber, false])
      .then((block) => block?.hash)
    known.set(blockNumber, hash)
  }
  return (await hash) === blockHash
}
