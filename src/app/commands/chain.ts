import type { Address, Hex } from 'viem'
import { decodeFunctionResult, encodeFunctionData, getAddress, isAddress } from 'viem/utils'
import { TestUsdt } from '../../../contracts/artifacts/TestUsdt.ts'
import { CREATE2_DEPLOYER, PUBLIC_CONTRACTS, planDeployment } from '../../../contracts/deployment.ts'
import { ChainError } from '../../platform/chain/chain-error.ts'
import { createNodeRpc } from '../../platform/chain/checked-rpc.ts'
import { deployContracts, hasCode } from '../../platform/chain/deploy-contracts.ts'
import { type Rpc, RpcError } from '../../platform/chain/rpc.ts'
import { type Environment, readConfig } from '../../platform/config/config.ts'
import { findContracts, writeContracts } from '../chain/contracts-file.ts'
import { readRelayerKey } from '../chain/relayer-key.ts'

interface DeployOptions {
  /** The address that grants and revokes roles. Default: the relayer. */
  admin?: string
  testMoney?: boolean
  /** The address of an existing USDT. */
  usdt?: string
}

/** All amounts are calculated in millionths. */
const USDT_DECIMALS = 6

/** Deploys the missing contracts on the configured chain and stores their addresses. */
export async function deployChain(environment: Environment, options: DeployOptions): Promise<void> {
  const { chain } = readConfig(environment)
  const { rpcUrl, chainId, relayerKeyFile, contractsFile } = chain
  if (!rpcUrl || !chainId || !relayerKeyFile)
    throw new ChainError(
      'CHAIN_RPC_URL, CHAIN_ID and RELAYER_PRIVATE_KEY_FILE must be set. The embedded chain needs no deployment.',
    )
  const relayer = readRelayerKey(relayerKeyFile)
  const admin = options.admin ?? relayer.address
  if (!isAddress(admin)) throw new ChainError('--admin must be an address.')
  if (options.usdt !== undefined && options.testMoney)
    throw new ChainError('--usdt is for an existing USDT and --test-money deploys one: use only one of them.')
  const rpc = createNodeRpc(rpcUrl, chainId)
  await rpc.check()
  const usdt = options.usdt === undefined ? undefined : await requireUsdt(rpc, options.usdt)
  const plan = planDeployment({ admin, minter: relayer.address, withTestMoney: options.testMoney ?? false })
  const known = findContracts(contractsFile, chainId)
  const block = known?.block ?? Number(await rpc.request<string>('eth_blockNumber'))
  const count = await deployContracts({
    rpc,
    chainId,
    account: relayer,
    deployer: CREATE2_DEPLOYER.address,
    required: PUBLIC_CONTRACTS,
    steps: plan.steps,
    onProgress: (line) => console.log(line),
  })
  const named = usdt ?? (options.testMoney ? undefined : known?.contracts.Usdt)
  const contracts = { ...plan.addresses, ...(named ? { Usdt: named } : {}) }
  // Contracts that were all there before are older than the newest block, and how old is not known.
  const isOlder = count === 0 && !known
  writeContracts(contractsFile, { chainId, block: isOlder ? 0 : block, contracts })
  console.log(count === 0 ? 'All contracts are already deployed.' : `${count} contracts were deployed.`)
  console.log(`The addresses are in ${contractsFile}.`)
  if (isOlder)
    console.log(
      'Set "block" in it to the block of the deployment; until then all blocks are searched for events.',
    )
  if (!options.admin)
    console.log(
      'The relayer is also the admin of the contracts. For production set another address with --admin.',
    )
}

/** Throws before anything is deployed. */
async function requireUsdt(rpc: Rpc, given: string): Promise<Address> {
  if (!isAddress(given)) throw new ChainError('--usdt must be an address.')
  const address = getAddress(given)
  if (!(await hasCode(rpc, address)))
    throw new ChainError(`--usdt: no contract exists at ${address} on this chain.`)
  const decimals = await readDecimals(rpc, address)
  if (decimals === undefined) throw new ChainError(`--usdt: the contract at ${address} is not a token.`)
  if (decimals !== USDT_DECIMALS)
    throw new ChainError(
      `--usdt: the token at ${address} has ${decimals} decimals, and USDT must have ${USDT_DECIMALS}.`,
    )
  return address
}

async function readDecimals(rpc: Rpc, to: Address): Promise<number | undefined> {
  const data = encodeFunctionData({ abi: TestUsdt.abi, functionName: 'decimals' })
  const response = await rpc.request<Hex>('eth_call', [{ to, data }, 'latest']).catch((error) => {
    if (error instanceof RpcError) return '0x' as const
    throw error
  })
  // A number has 32 bytes; any other response is not a number of decimals.
  if (!/^0x0{56}[0-9a-f]{8}$/i.test(response)) return undefined
  return decodeFunctionResult({ abi: TestUsdt.abi, functionName: 'decimals', data: response })
}
