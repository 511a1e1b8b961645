import type { Address, Hex } from 'viem'
import { keccak256 } from 'viem/utils'
import type { Fees } from '../../fees.ts'
import type { RelayerDeps } from '../relayer-deps.ts'
import { type Attempt, bytesOf, hexOf } from '../transaction.ts'

interface Unsigned {
  to: Address
  callData: Uint8Array
  nonce: bigint
  gasLimit: bigint
  fees: Fees
  now: Date
}

/**
 * Signatures are deterministic: signing the same transaction again gives the same bytes and the same hash.
 */
export async function signAttempt(
  { account, chainId }: Pick<RelayerDeps, 'account' | 'chainId'>,
  { to, callData, nonce, gasLimit, fees, now }: Unsigned,
): Promise<Attempt> {
  const raw: Hex = await account.signTransaction({
    type: 'eip1559',
    chainId,
    to,
    data: hexOf(callData),
    nonce: Number(nonce),
    gas: gasLimit,
    maxFeePerGas: fees.maxFeeWei,
    maxPriorityFeePerGas: fees.priorityFeeWei,
  })
  return { hash: keccak256(raw), raw: bytesOf(raw), ...fees, createdAt: now }
}
