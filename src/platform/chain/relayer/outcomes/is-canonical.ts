import type { Rpc } from '../../rpc.ts'
import type { Receipt } from '../transaction.ts'

/** Whether the block of a receipt is still part of the chain: nodes hand out receipts of blocks they have left. */
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
