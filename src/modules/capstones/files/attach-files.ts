import type { Tx } from '../../../platform/transaction/tx.ts'
import { deleteFilesJob } from '../jobs.ts'
import type { FileId, SubmissionId } from '../public/submission.ts'
import { replaceFiles } from './queries.ts'

/** Attaches stored files to a draft. A job deletes the files that they replace. */
export async function attachFiles(tx: Tx, submissionId: SubmissionId, fileIds: FileId[]): Promise<void> {
  const replaced = await replaceFiles(tx, submissionId, fileIds)
  if (replaced.length > 0) tx.enqueue(deleteFilesJob, { fileIds: replaced })
}
