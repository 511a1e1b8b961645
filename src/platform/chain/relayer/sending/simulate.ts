import type { Address, Hex } from 'viem'
import { isRevert } from '../../chain.ts'
import { callsOneOf } from '../../contract.ts'
import { RpcError } from '../../rpc.ts'
import type { RelayerDeps } from '../relayer-deps.ts'
import { hexOf, type QueuedTransaction } from '../transaction.ts'

export type Simulation =
  | { verdict: 'goes'; gasLimit: bigint }
  /** The contract says no, and will go on saying so. */
  | { verdict: 'refused'; reason: string }
  /** Perhaps it goes later. */
  | { verdict: 'not-now'; reason: string }

/** EIP-7825: no chain takes more in one transaction. */
const MAX_TRANSACTION_GAS = 16_777_216n
/** Waited for, because an operator who pauses a contract means to go on. */
const PAUSED = 'EnforcedPause'
/** While others of ours are under way, a refusal may be for want of what they bring. */
const MAX_ATTEMPTS_BEHIND_OTHERS = 3

/**
 * What calls of one shape were found to need in a round: a batch for as many is likely to need as much. Finding out costs
 * a node several runs of the call, and trying what another one needed costs one.
 */
type KnownGas = Map<string, Promise<bigint | undefined>>

/** What is known while a round looks at what is queued. */
export interface SimulationCache {
  hasOthersInFlight: boolean
  known: KnownGas
}

/** Finds out what a transaction would do, before a nonce is spent on it. */
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
      reason === PAUSED || (hasOthersInFlight && transaction.tries < MAX_ATTEMPTS_BEHIND_OTHERS)
    return { verdict: isRetryable ? 'not-now' : 'refused', reason }
  } finally {
    // Nobody waits for one that was refused.
    found.resolve(undefined)
  }
}

interface Call {
  from: Address
  to: Address
  data: Hex
}

/** Whether a call goes through with so much gas. If not, the reason is found out by who asks what it needs. */
async function succeedsWith({ rpc }: RelayerDeps, call: Call, gas: bigint): Promise<boolean> {
  try {
    await rpc.request('eth_call', [{ ...call, gas: `0x${gas.toString(16)}` }, 'latest'])
    return true
  } catch (error) {
    if (error instanceof RpcError) return false
    throw error
  }
}
