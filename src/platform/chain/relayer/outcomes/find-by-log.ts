import type { Hex } from 'viem'
import type { RawLog } from '../../contract.ts'
import type { RelayerDeps } from '../relayer-deps.ts'
import type { QueuedTransaction, Receipt } from '../transaction.ts'
import { isCanonical } from './is-canonical.ts'

const BLOCKS_PER_REQUEST = 5_000n
/** How many blocks to search for an unsent transaction on a chain with many millions of blocks. */
const MAX_BLOCKS_BACK = 1_000_000n
/** A process that died may have sent the transaction shortly before the recorded first block. */
const BLOCKS_BEFORE = 100n

/**
 * Finds a transaction by its log instead of its hash: its receipt may be lost, or a process sent it and died
 * before it recorded the hash.
 */
export async function findByLog(
  { rpc, contracts, settings }: RelayerDeps,
  { contract, proof, sentBlock }: QueuedTransaction,
): Promise<Receipt | 'unconfirmed' | undefined> {
  const deployed = contracts.find(contract)
  if (!deployed) return undefined
  const head = BigInt(await rpc.request<Hex>('eth_blockNumber'))
  const first = before(sentBlock ?? head, sentBlock === null ? MAX_BLOCKS_BACK : BLOCKS_BEFORE)
  // Searches backwards, because the transaction is most likely recent.
  for (let to = head; to >= first; to -= BLOCKS_PER_REQUEST) {
    const from = to - BLOCKS_PER_REQUEST + 1n
    const [log] = await rpc.request<RawLog[]>('eth_getLogs', [
      {
        address: deployed.address,
        topics: [null, proof],
        fromBlock: hex(from > first ? from : first),
        toBlock: hex(to),
      },
    ])
    if (!log) continue
    const receipt = await rpc.request<Receipt | null>('eth_getTransactionReceipt', [log.transactionHash])
    if (!receipt || !(await isCanonical(rpc, receipt))) return 'unconfirmed'
    const depth = head - BigInt(receipt.blockNumber) + 1n
    return depth >= BigInt(settings.confirmations) ? receipt : 'unconfirmed'
  }
  return undefined
}

function before(block: bigint, blocks: bigint): bigint {
  return block > blocks ? block - blocks : 0n
}

function hex(value: bigint): Hex {
  return `0x${value.toString(16)}`
}
