import { defineJob } from '../../platform/jobs/declare.ts'
import type { SubmissionId } from './submission.ts'

/** A hint: which submissions are owed an assessment stands in their rows. */
export const assessSubmissionJob = defineJob<{ submissionId: SubmissionId }>('capstones.assess', {
  retries: 2,
  timeLimitSeconds: 300,
})

/** The guarantee: whatever hint was lost, its submission is found here. */
export const sweepSubmissionsJob = defineJob<Record<string, never>>('capstones.sweep', {
  retries: 0,
  concurrency: 1,
  timeLimitSeconds: 300,
})

/** Deletes stored files that no submission has any more. */
export const deleteFilesJob = defineJob<{ fileIds: string[] }>('capstones.delete_files')
