import type { Hex } from 'viem'
import { formatEther } from 'viem/utils'
import { ChainError } from '../../platform/chain/chain-error.ts'
import { createNodeRpc } from '../../platform/chain/checked-rpc.ts'
import { type Environment, readConfig } from '../../platform/config/config.ts'
import { developmentRelayer } from '../chain/development-keys.ts'
import { readRelayerKey } from '../chain/relayer-key.ts'
import { printJson } from './table.ts'

interface AddressOptions {
  balance?: boolean
  json?: boolean
}

/** Prints the address that pays for transactions, so that an operator can send coins to it. The key is not printed. */
export async function printRelayerAddress(
  environment: Environment,
  { balance, json }: AddressOptions,
): Promise<void> {
  const { chain } = readConfig(environment)
  if (chain.rpcUrl && !chain.relayerKeyFile)
    throw new ChainError('RELAYER_PRIVATE_KEY_FILE is not set, so this process sends no transactions.')
  const { address } = chain.relayerKeyFile ? readRelayerKey(chain.relayerKeyFile) : developmentRelayer
  if (!balance) {
    if (json) printJson({ address })
    else console.log(address)
    return
  }
  const { rpcUrl, chainId } = chain
  if (!rpcUrl || !chainId)
    throw new ChainError('The embedded chain gives its relayer enough coins. --balance is for CHAIN_RPC_URL.')
  const rpc = createNodeRpc(rpcUrl, chainId)
  await rpc.check()
  const coins = formatEther(BigInt(await rpc.request<Hex>('eth_getBalance', [address, 'latest'])))
  if (json) printJson({ address, chainId, balance: coins })
  else console.log(`${address}\n${coins} coins on chain ${chainId}`)
}
