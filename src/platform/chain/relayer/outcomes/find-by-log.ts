import type { Hex } from 'viem'
import type { RawLog } from '../../contract.ts'
import type { RelayerDeps } from '../relayer-deps.ts'
import type { QueuedTransaction, Receipt } from '../transaction.ts'
import { isCanonical } from './is-canonical.ts'

const BLOCKS_PER_REQUEST = 5_000n
/** How many blocks to search for a transaction without a recorded block; a chain may have many millions. */
const MAX_BLOCKS_BACK = 1_000_000n
/** The search goes this far before the recorded block: an earlier process may have sent the transaction. */
const BLOCKS_BEFORE = 100n

/**
 * Finds a transaction by its log instead of its hash: its receipt may be lost, or it was sent under a hash
 * that is not stored. Returns 'unconfirmed' if there is a log but not yet enough confirmations.
 */
export async function findByLog(
  { rpc, contracts, settings }: RelayerDeps,
  { contract, proofTopic, sentBlock }: QueuedTransaction,
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
        topics: [null, proofTopic],
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
