import type { Hex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { Db } from '../../../platform/db/database.ts'
import { assert } from '../../../platform/errors.ts'
import type { UserId } from '../../../platform/ids.ts'
import { accountSalt } from '../custody/account-salt.ts'
import { unsealOwnerKey } from '../custody/owner-key.ts'
import { findSealedKey } from '../custody/queries.ts'

interface OwnerSigner {
  signer: PrivateKeyAccount
  /** With the signer's address it determines the address of the smart account. */
  salt: Hex
}

/** Returns the signer of the user's smart account. Use it only for an operation that the user just authorized. */
export async function getOwnerSigner(db: Db, userId: UserId): Promise<OwnerSigner> {
  const sealed = await findSealedKey(db, userId)
  assert(sealed, `${userId} has no wallet`)
  return { signer: unsealOwnerKey(userId, sealed), salt: accountSalt(userId) }
}
