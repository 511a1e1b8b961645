import type { Address, Hex } from 'viem'
import { encodeFunctionData, hashMessage, hashTypedData, serializeErc6492Signature } from 'viem/utils'
import { AccountFactory } from '../../../../contracts/artifacts/AccountFactory.ts'

/**
 * The message that the owner signs so that the account accepts `hash`. It is bound to the account and the
 * chain.
 */
export function accountMessageHash({ account, chainId, hash }: AccountMessage): Hex {
  return hashTypedData({
    domain: { name: 'Lyceum Account', version: '1', chainId, verifyingContract: account },
    types: { AccountMessage: [{ name: 'hash', type: 'bytes32' }] },
    primaryType: 'AccountMessage',
    message: { hash },
  })
}

interface AccountMessage {
  account: Address
  chainId: number
  hash: Hex
}

interface SignedText {
  account: Address
  chainId: number
  message: string
  /** Signs 32 bytes with the owner's key. */
  sign: (hash: Hex) => Promise<Hex> | Hex
}

/** Signs a text for an account (ERC-191), for ERC-1271. */
export async function signAsAccount({ account, chainId, message, sign }: SignedText): Promise<Hex> {
  return sign(accountMessageHash({ account, chainId, hash: hashMessage(message) }))
}

/** The same for an account that is not deployed yet (ERC-6492), with its deployment call. */
export function beforeDeployment(
  signature: Hex,
  { factory, owner, salt }: { factory: Address; owner: Address; salt: Hex },
): Hex {
  const data = encodeFunctionData({
    abi: AccountFactory.abi,
    functionName: 'createAccount',
    args: [owner, salt],
  })
  return serializeErc6492Signature({ address: factory, data, signature })
}
