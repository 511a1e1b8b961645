import type { Address, Hex } from 'viem'
import { walletLinked } from '../../../events/wallet.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { findUserByAddress } from '../custody/queries.ts'
import { errors } from '../errors.ts'
import { MAX_LINKED_WALLETS, parseNonce } from './challenge.ts'
import { findChallenge, insertLinked, lockLinks, updateChallengeUsed } from './queries.ts'

export interface SignedChallenge {
  userId: UserId
  address: Address
  message: string
  signature: Hex
  now: Date
}

/** Whether the holder of the address has signed the text: a key, a contract, or one that is still to be deployed. */
export type VerifyMessage = (signed: {
  address: Address
  message: string
  signature: Hex
}) => Promise<boolean>

/**
 * Checks a signature under the very text that was issued to this user for this address: one of another domain, chain,
 * user or moment is another text. It may ask the chain, so it comes before the transaction.
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

/** Links an address that was proved. The text is spent by it; one's own address again changes nothing. */
export async function linkWallet(tx: Tx, { userId, address, nonce, now }: LinkWallet): Promise<void> {
  const linked = await lockLinks(tx, userId)
  if (!(await updateChallengeUsed(tx, nonce, now))) throw errors.challenge_expired()
  if (linked.some((wallet) => wallet.address === address)) return
  if (linked.length >= MAX_LINKED_WALLETS) throw errors.too_many_wallets()
  if ((await findUserByAddress(tx, address)) || !(await insertLinked(tx, { userId, address }, now)))
    throw errors.wallet_already_linked()
  tx.emit(walletLinked({ userId, address, at: now.toISOString() }))
}
