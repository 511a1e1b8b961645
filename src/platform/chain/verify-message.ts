import type { Address, Hex } from 'viem'
import { encodeDeployData, hashMessage, isAddressEqual, recoverAddress, size } from 'viem/utils'
import { type Rpc, RpcError, RpcUnavailableError } from './rpc.ts'

export interface SignedMessage {
  address: Address
  message: string
  signature: Hex
}

/** Enough to deploy an account and to verify with it; a call that needs more is not a wallet. */
const VERIFICATION_GAS = 5_000_000n
const VERIFICATION_TIMEOUT_MS = 5_000
/** Signatures of a key: 65 bytes, or 64 bytes in the compact form. */
const KEY_SIGNATURE_BYTES = [64, 65]
/** Below it are the zero address, the precompiled contracts of all chains, and marks without an owner. */
const FIRST_ORDINARY_ADDRESS = 2n ** 32n

/**
 * Returns true for addresses that no user can own. A precompiled contract must not be asked for a signature: the one at
 * 0x04 returns its input, which looks like a valid response.
 */
export function isReservedAddress(address: Address): boolean {
  return BigInt(address) < FIRST_ORDINARY_ADDRESS
}

/** Verifies the signature of a key without the chain. */
export async function isSignedByKey({ address, message, signature }: SignedMessage): Promise<boolean> {
  if (isReservedAddress(address) || !KEY_SIGNATURE_BYTES.includes(size(signature))) return false
  return recoverAddress({ hash: hashMessage(message), signature }).then(
    (signer) => isAddressEqual(signer, address),
    () => false,
  )
}

/**
 * Verifies the signature of a contract (ERC-1271), or of a contract that is not deployed yet (ERC-6492), with one call
 * that is bounded in gas and time. The node executes code of any author here.
 */
export async function isSignedByContract(
  rpc: Rpc,
  { address, message, signature }: SignedMessage,
): Promise<boolean> {
  if (isReservedAddress(address)) return false
  // The verifier's code is large and used only here, so it is loaded on first use.
  const { erc6492SignatureValidatorAbi: abi, erc6492SignatureValidatorByteCode: bytecode } = await import(
    'viem'
  )
  const data = encodeDeployData({ abi, bytecode, args: [address, hashMessage(message), signature] })
  const call = { data, gas: `0x${VERIFICATION_GAS.toString(16)}` }
  try {
    const result = await withTimeout(rpc.request<Hex>('eth_call', [call, 'latest']))
    return /^0x0*1$/.test(result)
  } catch (error) {
    // The call reverted or needed too much gas.
    if (error instanceof RpcError) return false
    throw error
  }
}

async function withTimeout<Result>(work: Promise<Result>): Promise<Result> {
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => timeout.reject(new RpcUnavailableError('the node did not verify a signature in time')),
    VERIFICATION_TIMEOUT_MS,
  )
  try {
    return await Promise.race([work, timeout.promise])
  } finally {
    clearTimeout(timer)
  }
}
