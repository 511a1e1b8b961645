import type { AccountDeletedEvent } from '../../events/accounts.ts'
import type { UserId } from '../../platform/ids.ts'
import { defineJob } from '../../platform/transaction/define-job.ts'

/** Deletes the avatar file of a deleted account. */
export const deleteAvatar = defineJob<AccountDeletedEvent>('profiles.delete_avatar')

/** Deletes an avatar file unless the profile uses it. */
export const deleteUnusedAvatar = defineJob<{ userId: UserId; avatarKey: string }>(
  'profiles.delete_unused_avatar',
)
