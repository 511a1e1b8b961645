import type { Fact } from '../../platform/events.ts'
import type { UserId } from '../../platform/ids.ts'
import { defineJob } from '../../platform/jobs/declare.ts'

export type Farewell = Fact<{ userId: UserId; avatarKey: string | null; at: string }>

/** What the queue still holds about somebody who has left. */
export const forgetJobs = defineJob<Farewell>('profiles.forget_jobs')

/** The picture of a deleted account is deleted too. */
export const deleteAvatar = defineJob<Farewell>('profiles.delete_avatar')

/** What a request that was under way has still written for somebody who has left. */
export const forgetLatecomers = defineJob<Farewell>('profiles.forget_latecomers')

/** A picture that the profile may name or not: one that it does not is deleted. */
export const dropUnusedAvatar = defineJob<{ userId: UserId; avatarKey: string }>(
  'profiles.drop_unused_avatar',
)
