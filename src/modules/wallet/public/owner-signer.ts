import type { PrivateKeyAccount } from 'viem/accounts'
import type { Db } from '../../../platform/db/database.ts'
import { assert } from '../../../platform/errors.ts'
import type { UserId } from '../../../platform/ids.ts'
import { unsealOwnerKey } from '../custody/owner-key.ts'
import { findSealedKey } from '../custody/queries.ts'

/** The owner of a user's smart account, able to sign. For what the user has just allowed, and for nothing else. */
export async function getOwnerSigner(db: Db, userId: UserId): Promise<PrivateKeyAccount> {
  const sealed = await findSealedKey(db, userId)
  assert(sealed, `${userId} has no wallet`)
  return unsealOwnerKey(userId, sealed)
}
