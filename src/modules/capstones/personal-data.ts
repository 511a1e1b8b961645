import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { deleteFilesJob } from './jobs.ts'
import { signedFilePath } from './public/signed-file-link.ts'
import type { FileId } from './public/submission.ts'
import { listSubmissions } from './queries.ts'

export async function exportPersonalData(db: Db, userId: UserId, now: Date): Promise<unknown> {
  const submissions = await listSubmissions(db, userId, null, 1_000_000)
  return submissions.map(({ userId: _, project, ...submission }) => ({
    ...submission,
    files: submission.files.map((file) => ({ ...file, path: signedFilePath(file.id, now) })),
    project: project?.title ?? null,
  }))
}

/** Deletes the user's submissions and files. Ledger entries of rewards stay. */
export async function erasePersonalData(tx: Tx, { data }: DomainEvent<{ userId: UserId }>): Promise<void> {
  const files = await tx<{ id: FileId }>`
    select id from project_file
    where submission_id in (select id from project_submission where user_id = ${data.userId})`
  await tx`delete from project_submission where user_id = ${data.userId}`
  if (files.length > 0) tx.enqueue(deleteFilesJob, { fileIds: files.map(({ id }) => id) })
}
