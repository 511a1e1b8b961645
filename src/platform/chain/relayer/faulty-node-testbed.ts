import type { Hex } from 'viem'
import {
  CREATE2_DEPLOYER,
  EMBEDDED_PUBLIC_CONTRACTS,
  PUBLIC_CONTRACTS,
  planDeployment,
} from '../../../../contracts/deployment.ts'
import { seededRandom } from '../../../../test/harness/random.ts'
import { createChainEngine, secondsNow } from '../../embedded/chain/engine.ts'
import { startRpcServer } from '../../embedded/chain/rpc-server.ts'
import type { Chain } from '../chain.ts'
import { CHAIN_ID, chainOver, keyOf } from '../chain-testbed.ts'
import { deployContracts } from '../deploy-contracts.ts'
import { createHttpRpc } from '../http-rpc.ts'
import { type Rpc, RpcError } from '../rpc.ts'

/** The kinds of wrong responses, and how often each was given. */
export type NodeFault =
  | 'time-out after accept'
  | 'already known'
  | 'nonce too low'
  | 'dropped'
  | 'null receipt'
  | 'receipt of another block'
  | 're-org'

export interface FaultyNode {
  chain: Chain
  /** The correct chain, for checks after the test. */
  truth: Chain
  faults: Map<NodeFault, number>
  /** Stops all faults and re-orgs. */
  stopFaults(): void
  stop(): Promise<void>
}

const BLOCK_MS = 15
const TIMEOUT_MS = 300
const REORG_DEPTH = 2
const FAULT_PROBABILITY = 0.06

/**
 * A node over real HTTP that mines on a timer, reverts blocks, loses transactions and returns wrong
 * responses. Its re-orgs are never as deep as the required confirmations.
 */
export async function startFaultyNode(seed: number, confirmations: number): Promise<FaultyNode> {
  const engine = await createChainEngine({
    chainId: CHAIN_ID,
    time: secondsNow() - 1_000_000,
    accounts: [
      { address: keyOf('admin').address, balance: 10n ** 24n },
      { address: keyOf('minter').address, balance: 10n ** 24n },
      ...EMBEDDED_PUBLIC_CONTRACTS,
    ],
  })
  const { steps, addresses } = planDeployment({
    admin: keyOf('admin').address,
    minter: keyOf('minter').address,
    withTestMoney: true,
  })
  const mining = startMining(engine)
  await deployContracts({
    rpc: engine,
    chainId: CHAIN_ID,
    account: keyOf('admin'),
    deployer: CREATE2_DEPLOYER.address,
    required: PUBLIC_CONTRACTS,
    steps,
    onProgress: () => {},
  })
  const random = seededRandom(seed)
  const faults = new Map<NodeFault, number>()
  let isHonest = false
  const injectFault = (name: NodeFault): boolean => {
    if (isHonest || random() > FAULT_PROBABILITY) return false
    faults.set(name, (faults.get(name) ?? 0) + 1)
    return true
  }
  mining.begin(() => injectFault('re-org'))
  const server = startRpcServer(faultyRpc(engine, injectFault), 0)
  return {
    chain: chainOver(
      createHttpRpc(() => `http://127.0.0.1:${server.port}`, TIMEOUT_MS),
      addresses,
      confirmations,
    ),
    truth: chainOver(engine, addresses),
    faults,
    stopFaults: () => {
      isHonest = true
    },
    stop: async () => {
      await mining.stop()
      await server.stop()
    },
  }
}

function faultyRpc(engine: Rpc, injectFault: (name: NodeFault) => boolean): Rpc {
  const send = async (params: unknown[]): Promise<unknown> => {
    if (injectFault('dropped')) return '0x'
    const response = await engine.request('eth_sendRawTransaction', params)
    if (injectFault('time-out after accept')) await Bun.sleep(TIMEOUT_MS * 2)
    if (injectFault('already known')) throw new RpcError(-32_000, 'already known')
    if (injectFault('nonce too low')) throw new RpcError(-32_000, 'nonce too low')
    return response
  }
  return {
    request: async (method, params = []) => {
      if (method === 'eth_sendRawTransaction') return (await send(params)) as never
      const response = await engine.request(method, params)
      if (method !== 'eth_getTransactionReceipt' || !response) return response as never
      if (injectFault('null receipt')) return null as never
      if (injectFault('receipt of another block'))
        return { ...(response as object), blockHash: `0x${'ab'.repeat(32)}` } as never
      return response as never
    },
  }
}

/** Mines blocks on a timer, empty or not. A re-org removes the last blocks with their transactions. */
function startMining(engine: Rpc) {
  let timestamp = secondsNow() - 900_000
  let snapshots: Hex[] = []
  let isReorg = () => false
  let mayReorg = false
  let step: Promise<void> = Promise.resolve()
  const mine = async () => {
    if (mayReorg && snapshots.length > REORG_DEPTH && isReorg()) {
      await engine.request('evm_revert', [snapshots.at(-REORG_DEPTH)])
      snapshots = []
      // The new branch is longer than the one it replaces.
      for (let block = 0; block <= REORG_DEPTH; block++) await engine.request('evm_mine', [hex(++timestamp)])
      return
    }
    if (mayReorg) snapshots.push(await engine.request<Hex>('evm_snapshot'))
    if (snapshots.length > 10) snapshots.shift()
    await engine.request('evm_mine', [hex(++timestamp)])
  }
  const timer = setInterval(() => {
    step = step.then(mine)
  }, BLOCK_MS)
  return {
    begin: (decide: () => boolean) => {
      isReorg = decide
      mayReorg = true
    },
    stop: async () => {
      clearInterval(timer)
      await step
    },
  }
}

const hex = (value: number): Hex => `0x${value.toString(16)}`
