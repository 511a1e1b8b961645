import { randomBytes } from 'node:crypto'
import { type Address, type Hex, toHex } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { assert } from '../../../platform/errors.ts'
import type { UserId } from '../../../platform/ids.ts'
import { sealWith, unsealWith } from '../../../platform/secrets.ts'
import { sealDataKey, unsealDataKey } from './seal-keys.ts'

/** The stored key of a smart account's owner: sealed with a data key, which a key outside of the database seals. */
export interface SealedOwnerKey {
  ownerAddress: Address
  sealedKey: Buffer
  sealedDataKey: Buffer
}

/** Creates and seals a key. With two layers, a new outer key reseals only the data keys, never the owner's key. */
export function createOwnerKey(userId: UserId): SealedOwnerKey {
  const privateKey = newPrivateKey()
  const dataKey = randomBytes(32)
  return {
    ownerAddress: privateKeyToAccount(privateKey).address,
    // Contains the user id, so that a row that is copied to another user does not unseal.
    sealedKey: sealWith(dataKey, `${userId}:${privateKey}`),
    sealedDataKey: sealDataKey(dataKey),
  }
}

/** Unseals the key for signing. The result must never be logged, stored or sent. */
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

/** Almost any 32 bytes are a valid key; draws again for the rare value outside of the curve order. */
function newPrivateKey(): Hex {
  for (;;) {
    const bytes = randomBytes(32)
    const value = BigInt(toHex(bytes))
    if (value > 0n && value < CURVE_ORDER) return toHex(bytes)
  }
}

const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
