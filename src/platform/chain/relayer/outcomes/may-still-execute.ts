import type { Hex } from 'viem'
import { SECOND_MS } from '../../../clock.ts'
import type { RelayerDeps } from '../relayer-deps.ts'
import type { QueuedTransaction } from '../transaction.ts'

/**
 * Returns true while another account may still execute a published call: until a confirmed block is later than the
 * end of its validity. A transaction must not be marked failed before, because its value would be given back and moved.
 */
export async function mayStillExecute(
  { rpc, settings }: Pick<RelayerDeps, 'rpc' | 'settings'>,
  { validUntil }: QueuedTransaction,
): Promise<boolean> {
  if (!validUntil) return false
  const head = BigInt(await rpc.request<Hex>('eth_blockNumber'))
  const confirmed = head - BigInt(settings.confirmations - 1)
  if (confirmed < 0n) return true
  const block = await rpc.request<{ timestamp: Hex } | null>('eth_getBlockByNumber', [
    `0x${confirmed.toString(16)}`,
    false,
  ])
  return !block || Number(block.timestamp) * SECOND_MS <= validUntil.getTime()
}
