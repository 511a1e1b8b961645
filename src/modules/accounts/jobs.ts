import type { AccountDeletedEvent } from '../../events/accounts.ts'
import { defineJob } from '../../platform/transaction/define-job.ts'

/** Deletes queued jobs that contain the id of a deleted user. */
export const deleteQueuedJobs = defineJob<AccountDeletedEvent>('accounts.delete_queued_jobs')

/** Writes the deletion to the file from which a restore repeats it. */
export const recordErasureJob = defineJob<AccountDeletedEvent>('accounts.record_erasure')

/** Erases what a request wrote about a user while the account was being deleted. */
export const eraseLateWritesJob = defineJob<AccountDeletedEvent>('accounts.erase_late_writes')
