import type { Hex } from 'viem'
import type { ChainLog, ContractRegistry, RawLog } from './contract.ts'
import type { Rpc } from './rpc.ts'

/** The block range that public nodes accept in one request. */
const BLOCKS_PER_REQUEST = 1_000

/**
 * Reads logs from a block up to the last confirmed one. Returns whole blocks only, so a caller that stores
 * `nextBlock` together with its results misses no log and gets none twice.
 */
export async function readConfirmedLogs(
  rpc: Rpc,
  contracts: ContractRegistry,
  confirmations: number,
  { fromBlock, limit = 1_000 }: { fromBlock: bigint; limit?: number },
): Promise<{ logs: ChainLog[]; nextBlock: bigint }> {
  const head = BigInt(await rpc.request<Hex>('eth_blockNumber'))
  const confirmed = head - BigInt(confirmations - 1)
  const found: RawLog[] = []
  let nextBlock = fromBlock
  while (nextBlock <= confirmed && found.length < limit) {
    const last = nextBlock + BigInt(BLOCKS_PER_REQUEST - 1)
    const toBlock = last < confirmed ? last : confirmed
    for (const log of await readRange(rpc, contracts, nextBlock, toBlock)) found.push(log)
    nextBlock = toBlock + 1n
  }
  const cut = withinLimit(found, nextBlock, limit)
  const logs = cut.found.map((log) => contracts.decodeLog(log)).filter((log) => log !== undefined)
  return { logs, nextBlock: cut.nextBlock }
}

/** Reads our contracts' logs in these blocks, confirmed or not. */
async function readRange(
  rpc: Rpc,
  contracts: ContractRegistry,
  fromBlock: bigint,
  toBlock: bigint,
): Promise<RawLog[]> {
  const found = await rpc.request<RawLog[]>('eth_getLogs', [
    {
      address: contracts.ownAddresses,
      fromBlock: `0x${fromBlock.toString(16)}`,
      toBlock: `0x${toBlock.toString(16)}`,
    },
  ])
  return found
    .filter((log) => !log.removed)
    .sort(
      (one, other) =>
        Number(one.blockNumber) - Number(other.blockNumber) || Number(one.logIndex) - Number(other.logIndex),
    )
}

/** Cut at the end of a block before decoding: a block that begins within the limit is returned completely. */
function withinLimit(found: RawLog[], nextBlock: bigint, limit: number) {
  const last = found[limit - 1]
  if (!last || found.length === limit) return { found, nextBlock }
  const lastBlock = BigInt(last.blockNumber)
  return {
    found: found.filter(({ blockNumber }) => BigInt(blockNumber) <= lastBlock),
    nextBlock: lastBlock + 1n,
  }
}

interface MinedTransaction {
  status: Hex
  blockNumber: Hex
  blockHash: Hex
  logs: RawLog[]
}

/** Returns the events of our contracts in a transaction; undefined if no confirmed block contains it. */
export async function readTransactionLogs(
  rpc: Rpc,
  contracts: ContractRegistry,
  confirmations: number,
  transactionHash: Hex,
): Promise<ChainLog[] | undefined> {
  // The head is read first: a receipt newer than it only seems less confirmed than it is.
  const head = BigInt(await rpc.request<Hex>('eth_blockNumber'))
  const receipt = await rpc.request<MinedTransaction | null>('eth_getTransactionReceipt', [transactionHash])
  if (!receipt || head - BigInt(receipt.blockNumber) + 1n < BigInt(confirmations)) return undefined
  const block = await rpc.request<{ hash: Hex } | null>('eth_getBlockByNumber', [receipt.blockNumber, false])
  // Nodes also return receipts of removed blocks.
  if (block?.hash !== receipt.blockHash) return undefined
  if (BigInt(receipt.status) !== 1n) return []
  return receipt.logs.map((log) => contracts.decodeLog(log)).filter((log) => log !== undefined)
}
