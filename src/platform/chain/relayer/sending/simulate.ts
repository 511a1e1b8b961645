import type { Address, Hex } from 'viem'
import { isRevert } from '../../chain.ts'
import { callsOneOf } from '../../contract.ts'
import { RpcRefusal } from '../../rpc.ts'
import type { RelayerParts } from '../parts.ts'
import { hexOf, type QueuedTransaction } from '../transaction.ts'

export type Simulation =
  | { verdict: 'goes'; gasLimit: bigint }
  /** The contract says no, and will go on saying so. */
  | { verdict: 'refused'; reason: string }
  /** Perhaps it goes later. */
  | { verdict: 'not-now'; reason: string }

/** EIP-7825: no chain takes more in one transaction. */
const GAS_CEILING = 16_777_216n
/** Waited for, because an operator who pauses a contract means to go on. */
const PAUSED = 'EnforcedPause'
/** While others of ours are under way, a refusal may be for want of what they bring. */
const TRIES_BEHIND_OTHERS = 3

/**
 * What calls of one shape were found to need in a round: a batch for as many is likely to need as much. Finding out costs
 * a node several runs of the call, and trying what another one needed costs one.
 */
type KnownGas = Map<string, Promise<bigint | undefined>>

/** What is known while a round looks at what is queued. */
export interface Looking {
  hasOthersInFlight: boolean
  known: KnownGas
}

/** Finds out what a transaction would do, before a nonce is spent on it. */
export async function simulate(
  parts: RelayerParts,
  transaction: QueuedTransaction,
  { hasOthersInFlight, known }: Looking,
): Promise<Simulation> {
  const { rpc, book, allowed, sender } = parts
  const place = book.find(transaction.contract)
  if (!place) return { verdict: 'not-now', reason: `${transaction.contract} is not deployed on this chain` }
  const data = hexOf(transaction.callData)
  if (!callsOneOf(place.contract, allowed[transaction.contract] ?? [], data))
    return { verdict: 'refused', reason: 'NotAllowed' }
  const call: Call = { from: sender, to: place.address, data }
  const shape = `${place.address} ${data.slice(0, 10)} ${data.length}`
  const before = known.get(shape)
  const found = Promise.withResolvers<bigint | undefined>()
  if (!before) known.set(shape, found.promise)
  try {
    const enough = await before
    if (enough && (await goesWith(parts, call, enough))) return { verdict: 'goes', gasLimit: enough }
    const estimate = BigInt(await rpc.request<Hex>('eth_estimateGas', [call]))
    if (estimate > GAS_CEILING) return { verdict: 'refused', reason: `TooMuchGas(${estimate})` }
    const wanted = estimate + estimate / 4n + 10_000n
    const gasLimit = wanted > GAS_CEILING ? GAS_CEILING : wanted
    found.resolve(gasLimit)
    if (before) known.set(shape, found.promise)
    return { verdict: 'goes', gasLimit }
  } catch (fault) {
    if (!(fault instanceof RpcRefusal)) throw fault
    if (!isRevert(fault)) return { verdict: 'not-now', reason: fault.message }
    const reason = book.describeRevert(fault.revertData)
    const mayPass = reason === PAUSED || (hasOthersInFlight && transaction.tries < TRIES_BEHIND_OTHERS)
    return { verdict: mayPass ? 'not-now' : 'refused', reason }
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
async function goesWith({ rpc }: RelayerParts, call: Call, gas: bigint): Promise<boolean> {
  try {
    await rpc.request('eth_call', [{ ...call, gas: `0x${gas.toString(16)}` }, 'latest'])
    return true
  } catch (fault) {
    if (fault instanceof RpcRefusal) return false
    throw fault
  }
}
