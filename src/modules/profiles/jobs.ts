import type { Fact } from '../../platform/events.ts'
import type { UserId } from '../../platform/ids.ts'
import { defineJob } from '../../platform/jobs/declare.ts'

type Farewell = Fact<{ userId: UserId; avatarKey: string | null; at: string }>

/** What the queue still holds about somebody who has left. */
export const forgetJobs = defineJob<Farewell>('profiles.forget_jobs')

/** The picture of a deleted account is deleted too. */
export const deleteAvatar = defineJob<Farewell>('profiles.delete_avatar')
