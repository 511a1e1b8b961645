import { isUniqueViolation } from '../../../platform/db/database-error.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { errors } from '../errors.ts'
import { findAccountByUsername, type UserDetailsPatch, updateDetails } from '../queries.ts'
import { isReservedUsername } from './account-fields.ts'
import { getOwnTimeZones, lockOwnAccount } from './own-account.ts'
import { changeTimeZone } from './time-zones.ts'

/**
 * Changes the details that users edit themselves. Returns the avatar key that the patch replaces. The account lock
 * makes sure that each replaced avatar is returned exactly once, that each replaced time zone is stored, and that a deletion is not
 * overwritten.
 */
export async function updateUserDetails(
  tx: Tx,
  { userId, patch, now }: { userId: UserId; patch: UserDetailsPatch; now: Date },
): Promise<{ replacedAvatarKey: string | null }> {
  const account = await lockOwnAccount(tx, userId)
  if (patch.username !== undefined && patch.username !== account.username) {
    if (isReservedUsername(patch.username)) throw errors.username_taken()
    const existing = await findAccountByUsername(tx, patch.username)
    if (existing && existing.id !== userId) throw errors.username_taken()
  }
  const { timeZone } = patch
  const zones =
    timeZone === undefined ? undefined : changeTimeZone(await getOwnTimeZones(tx, userId), timeZone, now)
  try {
    await updateDetails(tx, userId, { ...patch, earlierTimeZones: zones?.earlier })
  } catch (error) {
    // A concurrent request took the username after the check above.
    if (isUniqueViolation(error, 'user_account_username')) throw errors.username_taken()
    throw error
  }
  return { replacedAvatarKey: patch.avatarKey === undefined ? null : account.avatarKey }
}
