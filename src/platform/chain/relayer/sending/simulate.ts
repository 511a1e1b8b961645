import type { Address, Hex } from 'viem'
import { isRevert } from '../../chain.ts'
import { callsOneOf } from '../../contract.ts'
import { RpcError } from '../../rpc.ts'
import type { RelayerDeps } from '../relayer-deps.ts'
import { hexOf, type QueuedTransaction } from '../transaction.ts'

export type Simulation =
  | { verdict: 'goes'; gasLimit: bigint }
  /** The relayer may not send the call, or the contract rejects it and would reject it again. */
  | { verdict: 'refused'; reason: string }
  /** The call may succeed later. */
  | { verdict: 'not-now'; reason: string }

/** EIP-7825: the gas limit of one transaction. */
const MAX_TRANSACTION_GAS = 16_777_216n
/** The error of a paused contract. The transaction waits until the contract is unpaused. */
const PAUSED = 'EnforcedPause'
/** While others are in flight, a call that may need their effects is simulated again up to this many times. */
const MAX_ATTEMPTS_BEHIND_OTHERS = 3

/**
 * The gas that calls of one shape needed in this round: a batch of the same size likely needs as much. An
 * estimate costs a node several runs of the call, and a simulation with a known amount costs one.
 */
type KnownGas = Map<string, Promise<bigint | undefined>>

/** The state of one round's simulations. */
export interface SimulationCache {
  hasOthersInFlight: boolean
  known: KnownGas
}

/** Simulates a transaction before it gets a nonce. */
export async function simulate(
  deps: RelayerDeps,
  transaction: QueuedTransaction,
  { hasOthersInFlight, known }: SimulationCache,
): Promise<Simulation> {
  const { rpc, contracts, allowed, sender } = deps
  const deployed = contracts.find(transaction.contract)
  if (!deployed)
    return { verdict: 'not-now', reason: `${transaction.contract} is not deployed on this chain` }
  const data = hexOf(transaction.callData)
  if (!callsOneOf(deployed.contract, allowed[transaction.contract] ?? [], data))
    return { verdict: 'refused', reason: 'NotAllowed' }
  const call: Call = { from: sender, to: deployed.address, data }
  const shape = `${deployed.address} ${data.slice(0, 10)} ${data.length}`
  const before = known.get(shape)
  const found = Promise.withResolvers<bigint | undefined>()
  if (!before) known.set(shape, found.promise)
  try {
    const enough = await before
    if (enough && (await succeedsWith(deps, call, enough))) return { verdict: 'goes', gasLimit: enough }
    const estimate = BigInt(await rpc.request<Hex>('eth_estimateGas', [call]))
    if (estimate > MAX_TRANSACTION_GAS) return { verdict: 'refused', reason: `TooMuchGas(${estimate})` }
    const wanted = estimate + estimate / 4n + 10_000n
    const gasLimit = wanted > MAX_TRANSACTION_GAS ? MAX_TRANSACTION_GAS : wanted
    found.resolve(gasLimit)
    if (before) known.set(shape, found.promise)
    return { verdict: 'goes', gasLimit }
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    if (!isRevert(error)) return { verdict: 'not-now', reason: error.message }
    const reason = contracts.describeRevert(error.revertData)
    const isRetryable =
      reason === PAUSED || (hasOthersInFlight && transaction.simulationAttempts < MAX_ATTEMPTS_BEHIND_OTHERS)
    return { verdict: isRetryable ? 'not-now' : 'refused', reason }
  } finally {
    // The others do not wait for a rejected call.
    found.resolve(undefined)
  }
}

interface Call {
  from: Address
  to: Address
  data: Hex
}

/** Returns true if the call succeeds with this gas limit. If not, the estimate finds the reason. */
async function succeedsWith({ rpc }: RelayerDeps, call: Call, gas: bigint): Promise<boolean> {
  try {
    await rpc.request('eth_call', [{ ...call, gas: `0x${gas.toString(16)}` }, 'latest'])
    return true
  } catch (error) {
    if (error instanceof RpcError) return false
    throw error
  }
}
