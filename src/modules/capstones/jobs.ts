import { defineCronJob, defineJob } from '../../platform/transaction/define-job.ts'
import type { SubmissionId } from './public/submission.ts'

/** Assesses one submission. The row is the source of truth; this job only starts the work early. */
export const assessSubmissionJob = defineJob<{ submissionId: SubmissionId }>('capstones.assess', {
  retries: 2,
  timeLimitSeconds: 300,
})

/** Enqueues every due assessment whose job was lost. */
export const reconcileSubmissionsJob = defineCronJob('capstones.reconcile', { timeLimitSeconds: 300 })

/** Deletes stored files that belong to no submission. */
export const deleteFilesJob = defineJob<{ fileIds: string[] }>('capstones.delete_files')
