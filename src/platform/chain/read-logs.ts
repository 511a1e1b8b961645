import type { Hex } from 'viem'
import type { ChainLog, ContractBook, RawLog } from './contract.ts'
import type { Rpc } from './rpc.ts'

/** What public nodes take in one question. */
const BLOCKS_A_QUESTION = 1_000

/**
 * Reads on from a block, only as far as blocks are confirmed. Blocks come whole or not at all, so whoever stores
 * `nextBlock` with what they made of the logs misses none and has none twice.
 */
export async function readConfirmedLogs(
  rpc: Rpc,
  book: ContractBook,
  confirmations: number,
  { fromBlock, limit = 1_000 }: { fromBlock: bigint; limit?: number },
): Promise<{ logs: ChainLog[]; nextBlock: bigint }> {
  const head = BigInt(await rpc.request<Hex>('eth_blockNumber'))
  const confirmed = head - BigInt(confirmations - 1)
  const logs: ChainLog[] = []
  let nextBlock = fromBlock
  while (nextBlock <= confirmed && logs.length < limit) {
    const last = nextBlock + BigInt(BLOCKS_A_QUESTION - 1)
    const toBlock = last < confirmed ? last : confirmed
    logs.push(...(await readRange(rpc, book, nextBlock, toBlock)))
    nextBlock = toBlock + 1n
  }
  return withinLimit(logs, nextBlock, limit)
}

/** Events of our contracts in these blocks, confirmed or not. */
async function readRange(
  rpc: Rpc,
  book: ContractBook,
  fromBlock: bigint,
  toBlock: bigint,
): Promise<ChainLog[]> {
  const found = await rpc.request<RawLog[]>('eth_getLogs', [
    {
      address: book.ownAddresses,
      fromBlock: `0x${fromBlock.toString(16)}`,
      toBlock: `0x${toBlock.toString(16)}`,
    },
  ])
  return found
    .filter((log) => !log.removed)
    .map((log) => book.decodeLog(log))
    .filter((log) => log !== undefined)
    .sort((one, other) => one.blockNumber - other.blockNumber || one.logIndex - other.logIndex)
}

/** Cut at the end of a block: one that begins within the limit is given whole. */
function withinLimit(logs: ChainLog[], nextBlock: bigint, limit: number) {
  const last = logs[limit - 1]
  if (!last || logs.length === limit) return { logs, nextBlock }
  return {
    logs: logs.filter(({ blockNumber }) => blockNumber <= last.blockNumber),
    nextBlock: BigInt(last.blockNumber) + 1n,
  }
}
