import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Address, type Hex, keccak256, toHex } from 'viem'
import { type LocalAccount, privateKeyToAccount } from 'viem/accounts'
import { CONTRACTS } from '../../../contracts/contracts.ts'
import {
  CREATE2_DEPLOYER,
  EMBEDDED_PUBLIC_CONTRACTS,
  PUBLIC_CONTRACTS,
  planDeployment,
} from '../../../contracts/deployment.ts'
import { type EmbeddedChain, openEmbeddedChain } from '../embedded/chain/embedded-chain.ts'
import { Chain, isRevert } from './chain.ts'
import { type Contract, encodeCall } from './contract.ts'
import { deployContracts } from './deploy-contracts.ts'
import { type Rpc, RpcError } from './rpc.ts'

const RICH = 10n ** 24n
export const CHAIN_ID = 31_337

/** A private key for tests, derived from the name. */
export function keyOf(name: string): LocalAccount {
  return privateKeyToAccount(privateKeyOf(name))
}

export function privateKeyOf(name: string): Hex {
  return keccak256(toHex(`lyceum test ${name}`))
}

export interface ChainFixture {
  dataDir: string
  embedded: EmbeddedChain
  chain: Chain
  admin: LocalAccount
  minter: LocalAccount
  /** Sends a call and returns the gas used. Throws the name of the error if the call reverts. */
  send(from: LocalAccount, contract: Contract, functionName: string, args: readonly unknown[]): Promise<Sent>
  /** The same for call data to any address. */
  sendTo(from: LocalAccount, to: Address, data: Hex): Promise<Sent>
  /** Returns the full description of the error that a call reverts with. */
  refusal(from: Address, contract: Contract, functionName: string, args: readonly unknown[]): Promise<string>
  stop(): Promise<void>
}

export interface Sent {
  hash: Hex
  gasUsed: bigint
  status: bigint
}

/** Starts a chain in its own folder, with all contracts deployed. */
export async function createChainFixture(given?: string): Promise<ChainFixture> {
  const dataDir = given ?? mkdtempSync(join(tmpdir(), 'lyceum-chain-'))
  const admin = keyOf('admin')
  const minter = keyOf('minter')
  const embedded = await openTestChain(dataDir)
  const { steps, addresses } = planDeployment({
    admin: admin.address,
    minter: minter.address,
    withTestMoney: true,
  })
  await deployContracts({
    rpc: embedded,
    chainId: CHAIN_ID,
    account: admin,
    deployer: CREATE2_DEPLOYER.address,
    required: PUBLIC_CONTRACTS,
    steps,
    onProgress: () => {},
  })
  const chain = chainOver(embedded, addresses)
  const sendTo = (from: LocalAccount, to: Address, data: Hex) => sendCall(embedded, from, to, data)
  return {
    dataDir,
    embedded,
    chain,
    admin,
    minter,
    sendTo,
    send: (from, contract, functionName, args) =>
      sendTo(from, chain.contracts[contract.name]!, encodeCall(contract, functionName, args)),
    refusal: async (from, contract, functionName, args) => {
      const call = {
        from,
        to: chain.contracts[contract.name]!,
        data: encodeCall(contract, functionName, args),
      }
      try {
        await embedded.request('eth_call', [call, 'latest'])
        return 'nothing'
      } catch (error) {
        if (!(error instanceof RpcError && isRevert(error))) throw error
        return chain.contractRegistry.describeRevert(error.revertData)
      }
    },
    stop: async () => {
      await embedded.stop()
      if (!given) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export function openTestChain(dataDir: string): Promise<EmbeddedChain> {
  return openEmbeddedChain({
    dataDir,
    accounts: [
      ...['admin', 'minter', 'stranger'].map((name) => ({ address: keyOf(name).address, balance: RICH })),
      ...EMBEDDED_PUBLIC_CONTRACTS,
    ],
    onProgress: () => {},
  })
}

/** The same contracts over another RPC connection. */
export function chainOver(rpc: Rpc | undefined, addresses: Chain['contracts'], confirmations = 1): Chain {
  return new Chain({
    rpc,
    chainId: CHAIN_ID,
    network: 'test',
    explorerUrl: undefined,
    confirmations,
    contracts: CONTRACTS,
    addresses,
  })
}

async function sendCall(rpc: Rpc, from: LocalAccount, to: Address, data: Hex): Promise<Sent> {
  const nonce = Number(await rpc.request<Hex>('eth_getTransactionCount', [from.address, 'pending']))
  const raw = await from.signTransaction({
    type: 'eip1559',
    chainId: CHAIN_ID,
    to,
    data,
    nonce,
    gas: 12_000_000n,
    maxFeePerGas: 4_000_000_000n,
    maxPriorityFeePerGas: 0n,
  })
  const hash = await rpc.request<Hex>('eth_sendRawTransaction', [raw])
  const receipt = await rpc.request<{ gasUsed: Hex; status: Hex }>('eth_getTransactionReceipt', [hash])
  return { hash, gasUsed: BigInt(receipt.gasUsed), status: BigInt(receipt.status) }
}
