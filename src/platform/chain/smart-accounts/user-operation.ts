import type { Address, Hex } from 'viem'
import { concat, encodeAbiParameters, encodeFunctionData, hashTypedData, pad, toHex } from 'viem/utils'
import { SmartAccount } from '../../../../contracts/artifacts/SmartAccount.ts'
import { ENTRY_POINT_ADDRESS } from '../../../../contracts/entry-point.ts'
import { SECOND_MS } from '../../clock.ts'
import { referenceHash } from '../contract.ts'

export interface AccountCall {
  to: Address
  value?: bigint
  data?: Hex
}

export interface UserOperationInput {
  /**
   * Makes the operation unique: the nonce is derived from it, and the entry point accepts each nonce once.
   */
  reference: string
  account: Address
  chainId: number
  calls: AccountCall[]
  /** The account rejects the operation in blocks after this second. */
  validUntil: Date
  /** Signs 32 bytes with the owner's key. */
  sign: (hash: Hex) => Promise<Hex> | Hex
  callGasLimit?: bigint
}

/** The packed form for the entry point: limits and fees are packed in pairs. */
export interface PackedUserOperation {
  sender: Address
  nonce: bigint
  initCode: Hex
  callData: Hex
  accountGasLimits: Hex
  preVerificationGas: bigint
  gasFees: Hex
  paymasterAndData: Hex
  signature: Hex
}

export interface SignedUserOperation {
  packed: PackedUserOperation
  hash: Hex
}

const VERIFICATION_GAS = 100_000n
const CALL_GAS = 300_000n
/** ERC-7821: a batch of calls that reverts as a whole. */
const BATCH_MODE = pad('0x01', { dir: 'right', size: 32 })

/**
 * An operation of a smart account, signed by its owner. It has no fee, so the account needs no coin and no
 * deposit: the relayer that submits it pays. Another account may submit it without harm: it does only what
 * the owner signed, once, and not after its end. The hash does not depend on the end.
 */
export async function signUserOperation(input: UserOperationInput): Promise<SignedUserOperation> {
  const unsigned = {
    sender: input.account,
    nonce: operationNonce(input.reference),
    initCode: '0x',
    callData: encodeCalls(input.calls),
    accountGasLimits: pair(VERIFICATION_GAS, input.callGasLimit ?? CALL_GAS),
    preVerificationGas: 0n,
    gasFees: pair(0n, 0n),
    paymasterAndData: '0x',
  } as const
  const hash = hashTypedData({
    domain: {
      name: 'ERC4337',
      version: '1',
      chainId: input.chainId,
      verifyingContract: ENTRY_POINT_ADDRESS,
    },
    types: { PackedUserOperation: SIGNED_FIELDS },
    primaryType: 'PackedUserOperation',
    message: unsigned,
  })
  const validUntil = Math.floor(input.validUntil.getTime() / SECOND_MS)
  const signed = await input.sign(accountOperationHash(input, hash, validUntil))
  return { packed: { ...unsigned, signature: concat([toHex(validUntil, { size: 6 }), signed]) }, hash }
}

/** What the owner signs: the operation and its end, bound to the account and the chain (`SmartAccount`). */
function accountOperationHash(
  { account, chainId }: UserOperationInput,
  userOpHash: Hex,
  validUntil: number,
): Hex {
  return hashTypedData({
    domain: { name: 'Lyceum Account', version: '1', chainId, verifyingContract: account },
    types: {
      AccountOperation: [
        { name: 'userOpHash', type: 'bytes32' },
        { name: 'validUntil', type: 'uint48' },
      ],
    },
    primaryType: 'AccountOperation',
    message: { userOpHash, validUntil },
  })
}

const SIGNED_FIELDS = [
  { name: 'sender', type: 'address' },
  { name: 'nonce', type: 'uint256' },
  { name: 'initCode', type: 'bytes' },
  { name: 'callData', type: 'bytes' },
  { name: 'accountGasLimits', type: 'bytes32' },
  { name: 'preVerificationGas', type: 'uint256' },
  { name: 'gasFees', type: 'bytes32' },
  { name: 'paymasterAndData', type: 'bytes' },
] as const

function pair(high: bigint, low: bigint): Hex {
  return concat([toHex(high, { size: 16 }), toHex(low, { size: 16 })])
}

/** A nonce has a key and a counter; a separate key per reference lets operations run in any order. */
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
