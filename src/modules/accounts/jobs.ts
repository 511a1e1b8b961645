import type { AccountDeletedEvent } from '../../events/accounts.ts'
import { defineJob } from '../../platform/transaction/define-job.ts'

/** Deletes queued jobs that contain the id of a deleted user. */
export const deleteQueuedJobs = defineJob<AccountDeletedEvent>('accounts.delete_queued_jobs')

/** Erases what a request wrote about a user while the account was being deleted. */
export const eraseLateWritesJob = defineJob<AccountDeletedEvent>('accounts.erase_late_writes')
