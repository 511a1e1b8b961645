import type { Tx } from '../../../platform/transaction/tx.ts'
import { deleteFilesJob } from '../jobs.ts'
import type { FileId, SubmissionId } from '../public/submission.ts'
import { replaceFiles } from './queries.ts'

/** Stored files become those of a draft. The ones that were there before are deleted by a job. */
export async function attachFiles(tx: Tx, submissionId: SubmissionId, fileIds: FileId[]): Promise<void> {
  const replaced = await replaceFiles(tx, submissionId, fileIds)
  if (replaced.length > 0) tx.enqueue(deleteFilesJob, { fileIds: replaced })
}
