import type { Hex } from 'viem'
import { type Rpc, RpcError } from './rpc.ts'

export interface Fees {
  maxFeeWei: bigint
  priorityFeeWei: bigint
}

/**
 * Twice the current base fee plus the node's suggested tip, so that six full blocks in a row do not price it
 * out.
 */
export async function suggestFees(rpc: Rpc, capWei: bigint): Promise<Fees> {
  const [block, tip] = await Promise.all([
    rpc.request<{ baseFeePerGas?: Hex }>('eth_getBlockByNumber', ['latest', false]),
    rpc.request<Hex>('eth_maxPriorityFeePerGas').catch((error) => {
      if (error instanceof RpcError) return '0x0' as const
      throw error
    }),
  ])
  return capped(2n * BigInt(block.baseFeePerGas ?? '0x0') + BigInt(tip), BigInt(tip), capWei)
}

/** Nodes accept a replacement only when both fees are an eighth higher. Returns undefined above the cap. */
export function bumpFees(last: Fees, suggested: Fees, capWei: bigint): Fees | undefined {
  const bumped = (fee: bigint) => fee + fee / 8n + 1n
  const maxFeeWei = larger(bumped(last.maxFeeWei), suggested.maxFeeWei)
  const priorityFeeWei = larger(bumped(last.priorityFeeWei), suggested.priorityFeeWei)
  return maxFeeWei > capWei ? undefined : capped(maxFeeWei, priorityFeeWei, capWei)
}

function capped(maxFeeWei: bigint, priorityFeeWei: bigint, capWei: bigint): Fees {
  const max = smaller(maxFeeWei, capWei)
  return { maxFeeWei: max, priorityFeeWei: smaller(priorityFeeWei, max) }
}

const larger = (one: bigint, other: bigint) => (one > other ? one : other)
const smaller = (one: bigint, other: bigint) => (one < other ? one : other)
