import type { PrivateKeyAccount } from 'viem/accounts'
import type { Db } from '../../../platform/db/database.ts'
import { assert } from '../../../platform/errors.ts'
import type { UserId } from '../../../platform/ids.ts'
import { unsealOwnerKey } from '../custody/owner-key.ts'
import { findSealedKey } from '../custody/queries.ts'

/** Returns the signer of the user's smart account. Use it only for an operation that the user just authorized. */
export async function getOwnerSigner(db: Db, userId: UserId): Promise<PrivateKeyAccount> {
  const sealed = await findSealedKey(db, userId)
  assert(sealed, `${userId} has no wallet`)
  return unsealOwnerKey(userId, sealed)
}
