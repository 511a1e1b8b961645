import type { Fact } from '../../platform/events.ts'
import type { UserId } from '../../platform/ids.ts'
import { defineJob } from '../../platform/jobs/declare.ts'

/** The picture of a deleted account is deleted too. */
export const deleteAvatar =
  defineJob<Fact<{ userId: UserId; avatarKey: string | null; at: string }>>('profiles.delete_avatar')
