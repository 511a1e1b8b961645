import { type Rpc, RpcUnavailableError, readResponse } from '../../chain/rpc.ts'
import { nowMs } from '../../clock.ts'

export interface GenesisAccount {
  address: `0x${string}`
  balance?: bigint
  code?: `0x${string}`
}

export interface Genesis {
  chainId: number
  /** Seconds. */
  time: number
  accounts: GenesisAccount[]
}

export interface ChainEngine extends Rpc {
  /** Mines the pending transactions into a block with this timestamp. */
  mine(timestamp: number): Promise<void>
}

const HARDFORK = 'Prague'
/** The gas limit fits every batch of the miner with transactions of the size that EIP-7825 allows. */
const BLOCK_GAS_LIMIT = 2_000_000_000n
const TRANSACTION_GAS_LIMIT = 16_777_216n

let context: Promise<import('@nomicfoundation/edr').EdrContext> | undefined

/** One instance per process, loaded only by a process that runs a chain. */
async function loadContext() {
  const { EdrContext, l1ProviderFactory, L1_CHAIN_TYPE } = await import('@nomicfoundation/edr')
  const created = new EdrContext()
  await created.registerProviderFactory(L1_CHAIN_TYPE, l1ProviderFactory())
  return created
}

/**
 * An EVM in this process, on its own threads. It mines only on request and is deterministic: the same genesis
 * and the same blocks give the same hashes.
 */
export async function createChainEngine(genesis: Genesis): Promise<ChainEngine> {
  context ??= loadContext()
  const edr = await import('@nomicfoundation/edr')
  const provider = await (await context).createProvider(
    edr.L1_CHAIN_TYPE,
    {
      allowBlocksWithSameTimestamp: true,
      allowUnlimitedContractSize: false,
      bailOnCallFailure: true,
      bailOnTransactionFailure: false,
      chainId: BigInt(genesis.chainId),
      coinbase: new Uint8Array(20),
      defaultTransactionGasLimit: TRANSACTION_GAS_LIMIT,
      genesisState: [
        ...edr.l1GenesisState(edr.l1HardforkFromString(HARDFORK)),
        ...genesis.accounts.map(({ address, balance, code }) => ({
          address: bytes(address),
          ...(balance === undefined ? {} : { balance }),
          ...(code === undefined ? {} : { code: bytes(code) }),
        })),
      ],
      hardfork: HARDFORK,
      initialBaseFeePerGas: 1_000_000_000n,
      minGasPrice: 0n,
      mining: {
        autoMine: false,
        blockGasLimit: BLOCK_GAS_LIMIT,
        memPool: { order: edr.MineOrdering.Fifo },
      },
      network: { genesisBlockGasLimit: BLOCK_GAS_LIMIT, genesisBlockTime: BigInt(genesis.time) },
      networkId: BigInt(genesis.chainId),
      observability: {},
      ownedAccounts: [],
      precompileOverrides: [],
    },
    { enable: false, decodeConsoleLogInputsCallback: () => [], printLineCallback: () => {} },
    { subscriptionCallback: () => {} },
    new edr.ContractDecoder(),
  )
  let lastId = 0
  const request: Rpc['request'] = async (method, params = []) => {
    const text = JSON.stringify({ jsonrpc: '2.0', id: ++lastId, method, params })
    const { data } = await provider.handleRequest(text).catch((error) => {
      throw new RpcUnavailableError(`${method}: the engine failed: ${error}`, { cause: error })
    })
    return readResponse(method, typeof data === 'string' ? JSON.parse(data) : data)
  }
  return {
    request,
    mine: async (timestamp) => void (await request('evm_mine', [`0x${timestamp.toString(16)}`])),
  }
}

export function secondsNow(): number {
  return Math.floor(nowMs() / 1000)
}

function bytes(hex: `0x${string}`): Uint8Array {
  return Uint8Array.from(Buffer.from(hex.slice(2), 'hex'))
}
