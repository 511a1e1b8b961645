import type { Address, Hex } from 'viem'
import { walletLinked } from '../../../events/wallet.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { errors } from '../errors.ts'
import { listUsersByAddress } from '../public/wallet-addresses.ts'
import { MAX_LINKED_WALLETS, parseNonce } from './challenge.ts'
import { findChallenge, insertLinked, lockLinks, updateChallengeUsed } from './queries.ts'

export interface SignedChallenge {
  userId: UserId
  address: Address
  message: string
  signature: Hex
  now: Date
}

/** Verifies the signature of a key, a contract, or a contract that is not deployed yet. */
type VerifyMessage = (signed: Pick<SignedChallenge, 'address' | 'message' | 'signature'>) => Promise<boolean>

/**
 * Checks a signature of the exact message that was issued to this user for this address. Runs before the transaction,
 * because it may call the chain.
 */
export async function checkSignedChallenge(
  db: Db,
  verifyMessage: VerifyMessage,
  { userId, address, message, signature, now }: SignedChallenge,
): Promise<{ nonce: string }> {
  const nonce = parseNonce(message)
  const challenge = nonce === undefined ? undefined : await findChallenge(db, nonce, userId)
  if (nonce === undefined || challenge?.message !== message || challenge.address !== address)
    throw errors.signature_invalid()
  if (challenge.usedAt || challenge.expiresAt <= now) throw errors.challenge_expired()
  if (!(await verifyMessage({ address, message, signature }))) throw errors.signature_invalid()
  return { nonce }
}

interface LinkWallet {
  userId: UserId
  address: Address
  nonce: string
  now: Date
}

/** Links a proved address and uses the challenge. Linking an own address again changes nothing. */
export async function linkWallet(tx: Tx, { userId, address, nonce, now }: LinkWallet): Promise<void> {
  const linked = await lockLinks(tx, userId)
  if (!(await updateChallengeUsed(tx, nonce, now))) throw errors.challenge_expired()
  if (linked.some((wallet) => wallet.address === address)) return
  if (linked.length >= MAX_LINKED_WALLETS) throw errors.too_many_wallets()
  const isTaken = (await listUsersByAddress(tx, [address])).size > 0
  if (isTaken || !(await insertLinked(tx, { userId, address }, now))) throw errors.wallet_already_linked()
  tx.emit(walletLinked({ userId, address, at: now.toISOString() }))
}
