import { join } from 'node:path'
import type { LocalAccount } from 'viem/accounts'
import { CONTRACTS } from '../../../contracts/contracts.ts'
import {
  CREATE2_DEPLOYER,
  EMBEDDED_PUBLIC_CONTRACTS,
  PUBLIC_CONTRACTS,
} from '../../../contracts/deployment.ts'
import { Chain } from '../../platform/chain/chain.ts'
import { createNodeRpc } from '../../platform/chain/checked-rpc.ts'
import { deployContracts } from '../../platform/chain/deploy-contracts.ts'
import { type Rpc, RpcUnavailableError } from '../../platform/chain/rpc.ts'
import type { Config } from '../../platform/config/config.ts'
import {
  EMBEDDED_CHAIN_ID,
  type EmbeddedChain,
  openEmbeddedChain,
} from '../../platform/embedded/chain/embedded-chain.ts'
import { log } from '../../platform/log.ts'
import {
  type ContractsFile,
  developmentDeployment,
  findContracts,
  getContracts,
  writeContracts,
} from './contracts-file.ts'
import { developmentAdmin, developmentRelayer } from './development-keys.ts'
import { readRelayerKey } from './relayer-key.ts'

export interface ChainConnection {
  chain: Chain
  /** Signs transactions; undefined if this process sends none. */
  relayerKey: LocalAccount | undefined
  embedded: EmbeddedChain | undefined
  close(): Promise<void>
}

type Progress = (line: string) => void

const INITIAL_BALANCE = 10n ** 24n
const DEVELOPMENT_CONTRACTS: ContractsFile = {
  chainId: EMBEDDED_CHAIN_ID,
  block: 0,
  contracts: developmentDeployment.addresses,
}

/** Connects to the configured chain or starts the embedded one. The service starts even if the node is unavailable. */
export async function connectChain(config: Config, onProgress: Progress): Promise<ChainConnection> {
  if (!config.chain.enabled)
    return { chain: offlineChain(config), relayerKey: undefined, embedded: undefined, close: async () => {} }
  return config.chain.rpcUrl ? connectRemote(config, config.chain.rpcUrl) : startEmbedded(config, onProgress)
}

/** A chain without a node: addresses are known, reads fail. Used by commands and with CHAIN=off. */
export function offlineChain(config: Config): Chain {
  return describe(config, undefined, contractsOf(config))
}

function contractsOf(config: Config): ContractsFile {
  const { rpcUrl, chainId, contractsFile } = config.chain
  if (rpcUrl && chainId) return getContracts(contractsFile, chainId)
  return findContracts(embeddedContractsFile(config), EMBEDDED_CHAIN_ID) ?? DEVELOPMENT_CONTRACTS
}

async function connectRemote(config: Config, rpcUrl: string): Promise<ChainConnection> {
  const { relayerKeyFile, chainId } = config.chain
  const contracts = contractsOf(config)
  const relayerKey = relayerKeyFile ? readRelayerKey(relayerKeyFile) : undefined
  const rpc = createNodeRpc(rpcUrl, chainId!)
  await rpc.check().catch((error) => {
    if (!(error instanceof RpcUnavailableError)) throw error
    log.warn({ error: error.message }, 'chain: node unavailable; starting without it')
  })
  return { chain: describe(config, rpc, contracts), relayerKey, embedded: undefined, close: async () => {} }
}

async function startEmbedded(config: Config, onProgress: Progress): Promise<ChainConnection> {
  const embedded = await openEmbeddedChain({
    dataDir: config.dataDir,
    ...(config.chain.embeddedPort ? { port: config.chain.embeddedPort } : {}),
    accounts: [
      { address: developmentAdmin.address, balance: INITIAL_BALANCE },
      { address: developmentRelayer.address, balance: INITIAL_BALANCE },
      ...EMBEDDED_PUBLIC_CONTRACTS,
    ],
    onProgress: (line) => log.warn(line),
  })
  try {
    if (embedded.isLocal()) await ensureContracts(config, embedded, onProgress)
    const chain = describe(config, embedded, contractsOf(config), embedded)
    return { chain, relayerKey: developmentRelayer, embedded, close: () => embedded.stop() }
  } catch (error) {
    await embedded.stop()
    throw error
  }
}

/** Deploys the contracts on a new chain. The addresses are stored after all of them are deployed. */
async function ensureContracts(config: Config, rpc: Rpc, onProgress: Progress): Promise<void> {
  const file = embeddedContractsFile(config)
  if (findContracts(file, EMBEDDED_CHAIN_ID)) return
  const { steps } = developmentDeployment
  const count = await deployContracts({
    rpc,
    chainId: EMBEDDED_CHAIN_ID,
    account: developmentAdmin,
    deployer: CREATE2_DEPLOYER.address,
    required: PUBLIC_CONTRACTS,
    steps,
    onProgress: () => {},
  })
  if (count > 0) onProgress(`deployed ${count} contracts on the embedded chain`)
  writeContracts(file, DEVELOPMENT_CONTRACTS)
}

function embeddedContractsFile(config: Config): string {
  return join(config.dataDir, 'chain', 'contracts.json')
}

function describe(
  config: Config,
  rpc: Rpc | undefined,
  { block, contracts }: ContractsFile,
  embedded?: EmbeddedChain,
): Chain {
  const { rpcUrl, publicRpcUrl, chainId = EMBEDDED_CHAIN_ID, name, explorerUrl, confirmations } = config.chain
  return new Chain({
    rpc,
    chainId: rpcUrl ? chainId : EMBEDDED_CHAIN_ID,
    network: name ?? (rpcUrl ? `chain-${chainId}` : 'lyceum-dev'),
    explorerUrl,
    publicRpcUrl: () => publicRpcUrl ?? embedded?.url(),
    confirmations,
    contracts: CONTRACTS,
    addresses: contracts,
    firstBlock: BigInt(block),
    nextBlock: () => embedded?.nextBlock(),
  })
}
