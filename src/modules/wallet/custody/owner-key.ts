import { randomBytes } from 'node:crypto'
import { type Address, type Hex, toHex } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { assert } from '../../../platform/errors.ts'
import type { UserId } from '../../../platform/ids.ts'
import { sealWith, unsealWith } from '../../../platform/secrets.ts'
import { sealDataKey, unsealDataKey } from './seal-keys.ts'

/** The key that owns a smart account, as it is kept: sealed with a key of its own, which a key that is not in the database seals. */
export interface SealedOwnerKey {
  ownerAddress: Address
  sealedKey: Buffer
  sealedDataKey: Buffer
}

/**
 * Makes a key and seals it at once. Two layers, so that another outer key means sealing the small inner ones again, and
 * what is kept of the owner's key itself never changes.
 */
export function createOwnerKey(userId: UserId): SealedOwnerKey {
  const privateKey = newPrivateKey()
  const dataKey = randomBytes(32)
  return {
    ownerAddress: privateKeyToAccount(privateKey).address,
    // With its user's name on it: a row that is moved to another user does not open.
    sealedKey: sealWith(dataKey, `${userId}:${privateKey}`),
    sealedDataKey: sealDataKey(dataKey),
  }
}

/** Opens it for signing. What comes back is never logged, stored or answered. */
export function unsealOwnerKey(
  userId: UserId,
  { ownerAddress, sealedKey, sealedDataKey }: SealedOwnerKey,
): PrivateKeyAccount {
  const { dataKey } = unsealDataKey(sealedDataKey)
  const [name, privateKey] = unsealWith(dataKey, sealedKey).split(':')
  assert(name === userId, `the sealed key of ${userId} is of another user`)
  const account = privateKeyToAccount(privateKey as Hex)
  assert(account.address === ownerAddress, `the sealed key of ${userId} has another address`)
  return account
}

/** Almost any 32 bytes are a key; the curve leaves out one in 2^128, and that one is drawn again. */
function newPrivateKey(): Hex {
  for (;;) {
    const bytes = randomBytes(32)
    const value = BigInt(toHex(bytes))
    if (value > 0n && value < CURVE_ORDER) return toHex(bytes)
  }
}

const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
