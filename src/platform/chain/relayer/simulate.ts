import type { Hex } from 'viem'
import { isRevert } from '../chain.ts'
import { callsOneOf } from '../contract.ts'
import { RpcRefusal } from '../rpc.ts'
import type { RelayerParts } from './parts.ts'
import { hexOf, type QueuedTransaction } from './transaction.ts'

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

/** Finds out what a transaction would do, before a nonce is spent on it. */
export async function simulate(
  { rpc, book, allowed, sender }: RelayerParts,
  transaction: QueuedTransaction,
  hasOthersInFlight: boolean,
): Promise<Simulation> {
  const place = book.find(transaction.contract)
  if (!place) return { verdict: 'not-now', reason: `${transaction.contract} is not deployed on this chain` }
  const data = hexOf(transaction.callData)
  if (!callsOneOf(place.contract, allowed[transaction.contract] ?? [], data))
    return { verdict: 'refused', reason: 'NotAllowed' }
  try {
    const estimate = BigInt(
      await rpc.request<Hex>('eth_estimateGas', [{ from: sender, to: place.address, data }]),
    )
    const gasLimit = estimate + estimate / 4n + 10_000n
    if (estimate > GAS_CEILING) return { verdict: 'refused', reason: `TooMuchGas(${estimate})` }
    return { verdict: 'goes', gasLimit: gasLimit > GAS_CEILING ? GAS_CEILING : gasLimit }
  } catch (fault) {
    if (!(fault instanceof RpcRefusal)) throw fault
    if (!isRevert(fault)) return { verdict: 'not-now', reason: fault.message }
    const reason = book.describeRevert(fault.revertData)
    const mayPass = reason === PAUSED || (hasOthersInFlight && transaction.tries < TRIES_BEHIND_OTHERS)
    return { verdict: mayPass ? 'not-now' : 'refused', reason }
  }
}
