import { isAddress } from 'viem/utils'
import { CREATE2_DEPLOYER, planDeployment } from '../../../contracts/deployment.ts'
import { createCheckedRpc } from '../../platform/chain/checked-rpc.ts'
import { deployContracts } from '../../platform/chain/deploy-contracts.ts'
import { createHttpRpc } from '../../platform/chain/http-rpc.ts'
import { readConfig } from '../../platform/config.ts'
import { ChainFault } from '../../platform/embedded/chain-fault.ts'
import { findContracts, writeContracts } from '../contracts-file.ts'
import { readRelayerKey } from '../relayer-key.ts'

interface DeployOptions {
  /** Who may give and take roles; the relayer itself unless told otherwise. */
  admin?: string
  testMoney?: boolean
}

/** Deploys the contracts on the chain of the configuration, and writes down where they are. Again, it does no harm. */
export async function deployChain(
  environment: Record<string, string | undefined>,
  options: DeployOptions,
): Promise<void> {
  const { chain } = readConfig(environment)
  const { rpcUrl, chainId, relayerKeyFile, contractsFile } = chain
  if (!rpcUrl || !chainId || !relayerKeyFile)
    throw new ChainFault(
      'CHAIN_RPC_URL, CHAIN_ID and RELAYER_PRIVATE_KEY_FILE must be set. The embedded chain needs no deployment.',
    )
  const relayer = readRelayerKey(relayerKeyFile)
  const admin = options.admin ?? relayer.address
  if (!isAddress(admin)) throw new ChainFault('--admin must be an address.')
  const rpc = createCheckedRpc(
    createHttpRpc(() => rpcUrl),
    chainId,
  )
  await rpc.check()
  const plan = planDeployment({ admin, minter: relayer.address, withTestMoney: options.testMoney ?? false })
  const known = findContracts(contractsFile, chainId)
  const block = known?.block ?? Number(await rpc.request<string>('eth_blockNumber'))
  const count = await deployContracts({
    rpc,
    chainId,
    account: relayer,
    deployer: CREATE2_DEPLOYER.address,
    steps: plan.steps,
    say: (line) => console.log(line),
  })
  writeContracts(contractsFile, { chainId, block, contracts: plan.addresses })
  console.log(count === 0 ? 'All contracts were there already.' : `${count} contracts were deployed.`)
  console.log(`Their addresses are in ${contractsFile}.`)
  if (!options.admin)
    console.log('The relayer is also their admin. For production name another address with --admin.')
}
