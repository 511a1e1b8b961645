import type {
  Abi,
  Address,
  ContractFunctionArgs,
  ContractFunctionName,
  ContractFunctionReturnType,
  Hex,
} from 'viem'
import { decodeFunctionResult } from 'viem/utils'
import { accountAddress } from './account-address.ts'
import {
  type ChainLog,
  type Contract,
  type ContractAddresses,
  ContractRegistry,
  encodeCall,
} from './contract.ts'
import { ContractRevertError, chainErrors } from './errors.ts'
import { readConfirmedLogs, readTransactionLogs } from './read-logs.ts'
import { type Rpc, RpcError, RpcUnavailableError, requestHex, requestQuantity } from './rpc.ts'
import { isSignedByContract, isSignedByKey, type SignedMessage } from './verify-message.ts'

export interface ChainOptions {
  /** Undefined when the chain is disabled: every read then fails. */
  rpc: Rpc | undefined
  chainId: number
  network: string
  explorerUrl: string | undefined
  /** The node for clients. It can differ from the node of the service, whose URL may contain a key. */
  publicRpcUrl?: () => string | undefined
  /** Confirmations that a block needs, the block itself included. */
  confirmations: number
  contracts: readonly Contract[]
  addresses: ContractAddresses
  /** The first block that can contain our events. */
  firstBlock?: bigint
  /** Resolves when the next block is mined; undefined while that is not known, as for a node. */
  nextBlock?: () => Promise<void> | undefined
}

/** A health check does not wait long for a node. */
const HEALTH_TIMEOUT_MS = 2_000

type ViewName<Interface extends Abi> = ContractFunctionName<Interface, 'view' | 'pure'>

/** The chain as modules use it. Every read fails with 503 while the chain is unavailable. */
export class Chain {
  readonly isEnabled: boolean
  readonly chainId: number
  readonly network: string
  readonly explorerUrl: string | undefined
  readonly publicRpcUrl: () => string | undefined
  readonly confirmations: number
  readonly contracts: ContractAddresses
  /** The block at which log readers start. */
  readonly firstBlock: bigint
  readonly nextBlock: () => Promise<void> | undefined
  readonly contractRegistry: ContractRegistry
  readonly rpc: Rpc

  constructor(options: ChainOptions) {
    this.isEnabled = options.rpc !== undefined
    this.chainId = options.chainId
    this.nextBlock = options.nextBlock ?? (() => undefined)
    this.network = options.network
    this.explorerUrl = options.explorerUrl
    this.publicRpcUrl = options.publicRpcUrl ?? (() => undefined)
    this.confirmations = options.confirmations
    this.contracts = options.addresses
    this.firstBlock = options.firstBlock ?? 0n
    this.contractRegistry = new ContractRegistry(options.contracts, options.addresses)
    this.rpc = options.rpc ?? {
      request: () => Promise.reject(new RpcUnavailableError('the chain is disabled: CHAIN=off')),
    }
  }

  /** Computes the address of an owner's account without a call to the chain. */
  accountAddress(owner: Address, salt: Hex): Address {
    const { AccountFactory: factory, SmartAccount: implementation } = this.contracts
    return accountAddress({ factory: factory!, implementation: implementation! }, owner, salt)
  }

  /**
   * Calls a view function. Throws a `ContractRevertError` with the name of the error if the contract reverts.
   */
  async read<
    const Interface extends Abi,
    Name extends ViewName<Interface>,
    const Args extends ContractFunctionArgs<Interface, 'view' | 'pure', Name>,
  >(
    contract: Contract<Interface>,
    functionName: Name,
    args: Args,
  ): Promise<ContractFunctionReturnType<Interface, 'view' | 'pure', Name, Args>> {
    const call = {
      to: this.#addressOf(contract),
      data: encodeCall(contract, functionName, args as readonly unknown[]),
    }
    const data = await this.#request(() => requestHex(this.rpc, 'eth_call', [call, 'latest']))
    // An empty result means that the contract is not deployed.
    if (data === '0x') throw chainErrors.provider_unavailable()
    return decodeFunctionResult({
      abi: contract.abi as Abi,
      functionName: functionName as string,
      data,
    }) as never
  }

  async nativeBalance(address: Address): Promise<bigint> {
    return this.#request(() => requestQuantity(this.rpc, 'eth_getBalance', [address, 'latest']))
  }

  async isDeployed(address: Address): Promise<boolean> {
    return (await this.#request(() => requestHex(this.rpc, 'eth_getCode', [address, 'latest']))) !== '0x'
  }

  /**
   * Verifies a signature by key without the chain, then by ERC-1271 or ERC-6492. `beforeCall` runs before the node is
   * asked and may refuse, because such a call is expensive.
   */
  async verifyMessage(
    signed: SignedMessage,
    beforeCall: () => Promise<void> = async () => {},
  ): Promise<boolean> {
    if (await isSignedByKey(signed)) return true
    await beforeCall()
    return this.#request(() => isSignedByContract(this.rpc, signed))
  }

  /**
   * Reads the events of our contracts in confirmed blocks, in order. Continue with `fromBlock: nextBlock`.
   */
  readLogs(range: { fromBlock: bigint; limit?: number }): Promise<{ logs: ChainLog[]; nextBlock: bigint }> {
    return this.#request(() => readConfirmedLogs(this.rpc, this.contractRegistry, this.confirmations, range))
  }

  /** Returns the events of our contracts in a transaction; undefined if no confirmed block contains it. */
  readTransactionLogs(transactionHash: Hex): Promise<ChainLog[] | undefined> {
    return this.#request(() =>
      readTransactionLogs(this.rpc, this.contractRegistry, this.confirmations, transactionHash),
    )
  }

  async isHealthy(): Promise<boolean> {
    return Promise.race([
      this.rpc.request('eth_blockNumber').then(() => true),
      Bun.sleep(HEALTH_TIMEOUT_MS).then(() => false),
    ])
  }

  #addressOf({ name }: Contract): Address {
    const address = this.contracts[name]
    if (!address)
      throw chainErrors.provider_unavailable({ message: `${name} is not deployed on this chain.` })
    return address
  }

  async #request<Result>(request: () => Promise<Result>): Promise<Result> {
    try {
      return await request()
    } catch (error) {
      if (error instanceof RpcError && isRevert(error))
        throw new ContractRevertError(this.contractRegistry.describeRevert(error.revertData))
      if (error instanceof RpcError || error instanceof RpcUnavailableError)
        throw Object.assign(chainErrors.provider_unavailable({ retryAfterSeconds: 5 }), { cause: error })
      throw error
    }
  }
}

/** Nodes report errors differently, but a revert has data or says so in its message. */
export function isRevert(error: RpcError): boolean {
  return error.revertData !== undefined || /revert/i.test(error.message)
}
