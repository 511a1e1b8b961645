import { type Address, encodeAbiParameters, encodeFunctionData, type Hex, pad } from 'viem'
import {
  entryPoint08Address,
  getUserOperationHash,
  toPackedUserOperation,
  type UserOperation,
} from 'viem/account-abstraction'
import { SmartAccount } from '../../../../contracts/artifacts/SmartAccount.ts'
import { referenceHash } from '../contract.ts'

export interface AccountCall {
  to: Address
  value?: bigint
  data?: Hex
}

export interface UserOperationParts {
  /** Good once: the entry point takes each nonce once, and the nonce is made of this. */
  reference: string
  account: Address
  chainId: number
  calls: AccountCall[]
  /** Signs 32 bytes with the owner's key. */
  sign: (hash: Hex) => Promise<Hex> | Hex
  callGasLimit?: bigint
}

export interface SignedUserOperation {
  packed: ReturnType<typeof toPackedUserOperation>
  hash: Hex
}

const VERIFICATION_GAS = 100_000n
const CALL_GAS = 300_000n
/** ERC-7821: a batch of calls that fails as a whole. */
const BATCH_MODE = pad('0x01', { dir: 'right', size: 32 })

/**
 * An operation of a smart account, signed by its owner. It offers no fee, so the account needs no coin and no deposit:
 * whoever brings it to the entry point pays, and that is the relayer. Somebody else who brought it would do no harm:
 * it can only do what the owner signed, once.
 */
export async function signUserOperation(parts: UserOperationParts): Promise<SignedUserOperation> {
  const unsigned: UserOperation<'0.8'> = {
    sender: parts.account,
    nonce: operationNonce(parts.reference),
    callData: encodeCalls(parts.calls),
    callGasLimit: parts.callGasLimit ?? CALL_GAS,
    verificationGasLimit: VERIFICATION_GAS,
    preVerificationGas: 0n,
    maxFeePerGas: 0n,
    maxPriorityFeePerGas: 0n,
    signature: '0x',
  }
  const hash = getUserOperationHash({
    chainId: parts.chainId,
    entryPointAddress: entryPoint08Address,
    entryPointVersion: '0.8',
    userOperation: unsigned,
  })
  return { packed: toPackedUserOperation({ ...unsigned, signature: await parts.sign(hash) }), hash }
}

/** Nonces have a key and a counter; a key of its own for each reference frees operations of any order. */
export function operationNonce(reference: string): bigint {
  return (BigInt(referenceHash(reference)) >> 64n) << 64n
}

function encodeCalls(calls: AccountCall[]): Hex {
  const executions = encodeAbiParameters(
    [
      {
        type: 'tuple[]',
        components: [
          { type: 'address', name: 'target' },
          { type: 'uint256', name: 'value' },
          { type: 'bytes', name: 'callData' },
        ],
      },
    ],
    [calls.map(({ to, value = 0n, data = '0x' }) => ({ target: to, value, callData: data }))],
  )
  return encodeFunctionData({
    abi: SmartAccount.abi,
    functionName: 'execute',
    args: [BATCH_MODE, executions],
  })
}
