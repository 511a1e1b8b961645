import type { projectPassed } from '../../events/capstones.ts'
import { defineCronJob, defineJob } from '../../platform/transaction/define-job.ts'
import type { CertificateId } from './public/certificate.ts'

export const retryDueTransactionsJob = defineCronJob('certificates.retry_due_transactions', {
  timeLimitSeconds: 300,
})

/** Draws the image and the PDF of a new or changed certificate before the first visitor asks for them. */
export const drawCertificateJob = defineJob<{ certificateId: CertificateId }>('certificates.draw', {
  concurrency: 1,
})

/** Adds a project that was passed after the claim. */
export const addProjectResultJob = defineJob<ReturnType<typeof projectPassed>>(
  'certificates.add_project_result',
)

/** Deletes files of a certificate that show what it no longer says. */
export const deleteCertificateFilesJob = defineJob<{ keys: string[] }>('certificates.delete_files', {
  retries: 20,
})
