import { isUniqueViolation } from '../../../platform/db/database-error.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { errors } from '../errors.ts'
import { findAccountByUsername, type UserDetailsPatch, updateDetails } from './account.ts'
import { isReservedUsername } from './account-fields.ts'
import { lockOwnAccount } from './lock-own-account.ts'

/** Changes what a user says of themselves. Gives back the avatar that is not used any more, if there is one. */
export async function updateUserDetails(
  tx: Tx,
  { userId, patch }: { userId: UserId; patch: UserDetailsPatch },
): Promise<{ replacedAvatarKey: string | null }> {
  // Locked, so that every avatar is replaced by exactly one other, and a farewell is not written over.
  const account = await lockOwnAccount(tx, userId)
  if (patch.username !== undefined && patch.username !== account.username) {
    if (isReservedUsername(patch.username)) throw errors.username_taken()
    const existing = await findAccountByUsername(tx, patch.username)
    if (existing && existing.id !== userId) throw errors.username_taken()
  }
  try {
    await updateDetails(tx, userId, patch)
  } catch (fault) {
    // Somebody else took the name after we looked.
    if (isUniqueViolation(fault, 'user_account_username')) throw errors.username_taken()
    throw fault
  }
  return { replacedAvatarKey: patch.avatarKey === undefined ? null : account.avatarKey }
}
