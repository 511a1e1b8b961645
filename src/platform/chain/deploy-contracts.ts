import type { Address, Hex } from 'viem'
import type { LocalAccount } from 'viem/accounts'
import { concat } from 'viem/utils'
import type { DeploymentStep } from '../../../contracts/deployment.ts'
import { ChainError } from './chain-error.ts'
import { suggestFees } from './fees.ts'
import type { Rpc } from './rpc.ts'

interface DeployOptions {
  rpc: Rpc
  chainId: number
  account: LocalAccount
  /** The public contract that deploys init code by CREATE2. */
  deployer: Address
  /** Public contracts that must be on the chain before. */
  required: readonly { name: string; address: Address }[]
  steps: DeploymentStep[]
  onProgress: (line: string) => void
}

const RECEIPT_TIMEOUT_MS = 180_000
const NO_FEE_LIMIT = 2n ** 63n - 1n

/** Deploys the missing contracts. After an interruption, run it again and it continues. */
export async function deployContracts(options: DeployOptions): Promise<number> {
  const { rpc, account, deployer, required, steps } = options
  const found = await Promise.all(steps.map(({ address }) => hasCode(rpc, address)))
  const missing = steps.filter((_, index) => !found[index])
  if (missing.length === 0) return 0
  for (const { name, address } of required)
    if (!(await hasCode(rpc, address)))
      throw new ChainError(
        `This chain has no ${name} at ${address}. Deploy this public contract there first.`,
      )
  if (BigInt(await rpc.request<Hex>('eth_getBalance', [account.address, 'latest'])) === 0n)
    throw new ChainError(
      `The relayer ${account.address} has no coins for gas on chain ${options.chainId}. Send some to this address, and run this again.`,
    )
  let nonce = Number(await rpc.request<Hex>('eth_getTransactionCount', [account.address, 'pending']))
  const fees = await suggestFees(rpc, NO_FEE_LIMIT)
  const hashes = new Map<string, Hex>()
  for (const { name, salt, initCode } of missing) {
    const data = concat([salt, initCode])
    const gas = BigInt(
      await rpc.request<Hex>('eth_estimateGas', [{ from: account.address, to: deployer, data }]),
    )
    const raw = await account.signTransaction({
      type: 'eip1559',
      chainId: options.chainId,
      to: deployer,
      data,
      nonce: nonce++,
      gas: gas + gas / 5n,
      maxFeePerGas: fees.maxFeeWei,
      maxPriorityFeePerGas: fees.priorityFeeWei,
    })
    hashes.set(name, await rpc.request<Hex>('eth_sendRawTransaction', [raw]))
  }
  for (const { name, address } of missing) {
    await waitForReceipt(rpc, name, hashes.get(name)!)
    if (!(await hasCode(rpc, address)))
      throw new ChainError(`${name} is not at ${address} after its deployment.`)
    options.onProgress(`${name} was deployed at ${address}`)
  }
  return missing.length
}

export async function hasCode(rpc: Rpc, address: Address): Promise<boolean> {
  return (await rpc.request<Hex>('eth_getCode', [address, 'latest'])).length > 2
}

async function waitForReceipt(rpc: Rpc, name: string, hash: Hex): Promise<void> {
  const deadline = performance.now() + RECEIPT_TIMEOUT_MS
  for (;;) {
    const receipt = await rpc.request<{ status: Hex } | null>('eth_getTransactionReceipt', [hash])
    if (receipt && BigInt(receipt.status) === 1n) return
    if (receipt) throw new ChainError(`The deployment of ${name} (${hash}) reverted.`)
    if (performance.now() > deadline)
      throw new ChainError(`The deployment of ${name} (${hash}) is not mined yet. Run this again later.`)
    await Bun.sleep(500)
  }
}
