import type { UserId } from '../../platform/ids.ts'
import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import { defineJob } from '../../platform/transaction/define-job.ts'

export type AccountDeletedEvent = DomainEvent<{ userId: UserId; avatarKey: string | null; at: string }>

/** What the queue still holds about somebody who has left. */
export const deleteQueuedJobs = defineJob<AccountDeletedEvent>('accounts.delete_queued_jobs')

/** The picture of a deleted account is deleted too. */
export const deleteAvatar = defineJob<AccountDeletedEvent>('profiles.delete_avatar')

/** What a request that was under way has still written for somebody who has left. */
export const eraseLateWritesJob = defineJob<AccountDeletedEvent>('accounts.erase_late_writes')

/** A picture that the profile may name or not: one that it does not is deleted. */
export const deleteUnusedAvatar = defineJob<{ userId: UserId; avatarKey: string }>(
  'profiles.delete_unused_avatar',
)
