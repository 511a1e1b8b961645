import type { Hex } from 'viem'
import type { ChainLog, ContractRegistry, RawLog } from './contract.ts'
import { isCanonical } from './relayer/outcomes/is-canonical.ts'
import type { Receipt } from './relayer/transaction.ts'
import { isHex, type Rpc, RpcError, RpcUnavailableError, requestQuantity } from './rpc.ts'

/** The block range that public nodes accept in one request. */
const BLOCKS_PER_REQUEST = 1_000
/** After this many requests the caller stores how far it has read. */
const REQUESTS_PER_READ = 100

/**
 * Reads logs from a block, at most up to the last confirmed one. Returns whole blocks only, so a caller that stores
 * `nextBlock` together with its results misses no log and gets none twice. A node that fails after some requests
 * loses none of them: the logs until then are returned.
 */
export async function readConfirmedLogs(
  rpc: Rpc,
  contracts: ContractRegistry,
  confirmations: number,
  { fromBlock, limit = 1_000 }: { fromBlock: bigint; limit?: number },
): Promise<{ logs: ChainLog[]; nextBlock: bigint }> {
  const confirmed = (await requestQuantity(rpc, 'eth_blockNumber')) - BigInt(confirmations - 1)
  const found: RawLog[] = []
  let nextBlock = fromBlock
  for (let request = 0; request < REQUESTS_PER_READ; request++) {
    if (nextBlock > confirmed || found.length >= limit) break
    const last = nextBlock + BigInt(BLOCKS_PER_REQUEST - 1)
    const toBlock = last < confirmed ? last : confirmed
    try {
      for (const log of await readRange(rpc, contracts, nextBlock, toBlock)) found.push(log)
    } catch (error) {
      const isAway = error instanceof RpcUnavailableError || error instanceof RpcError
      if (isAway && nextBlock > fromBlock) break
      throw error
    }
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
  const found = await rpc.request('eth_getLogs', [
    {
      address: contracts.ownAddresses,
      fromBlock: `0x${fromBlock.toString(16)}`,
      toBlock: `0x${toBlock.toString(16)}`,
    },
  ])
  const isWhole =
    Array.isArray(found) && found.every((log) => isLog(log) && isBetween(log.blockNumber, fromBlock, toBlock))
  if (!isWhole) throw new RpcUnavailableError('eth_getLogs: malformed logs')
  return (found as RawLog[])
    .filter((log) => !log.removed)
    .sort(
      (one, other) =>
        Number(one.blockNumber) - Number(other.blockNumber) || Number(one.logIndex) - Number(other.logIndex),
    )
}

function isBetween(block: Hex, first: bigint, last: bigint): boolean {
  return BigInt(block) >= first && BigInt(block) <= last
}

/** Whether a log has the fields that identify it; `decodeLog` ignores one whose data is not ours. */
function isLog(log: Partial<RawLog> | null): log is RawLog {
  return (
    typeof log === 'object' &&
    typeof log?.address === 'string' &&
    Array.isArray(log.topics) &&
    [log.blockNumber, log.logIndex, log.transactionHash, log.blockHash].every(
      (value) => isHex(value) && value !== '0x',
    )
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

/** Returns the events of our contracts in a transaction; undefined if no confirmed block contains it. */
export async function readTransactionLogs(
  rpc: Rpc,
  contracts: ContractRegistry,
  confirmations: number,
  transactionHash: Hex,
): Promise<ChainLog[] | undefined> {
  // The head is read first: a receipt newer than it only seems less confirmed than it is.
  const head = await requestQuantity(rpc, 'eth_blockNumber')
  const receipt = await rpc.request<Receipt | null>('eth_getTransactionReceipt', [transactionHash])
  if (!receipt || head - BigInt(receipt.blockNumber) + 1n < BigInt(confirmations)) return undefined
  if (!(await isCanonical(rpc, receipt))) return undefined
  if (BigInt(receipt.status) !== 1n) return []
  return receipt.logs.map((log) => contracts.decodeLog(log)).filter((log) => log !== undefined)
}
