import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { listUserFiles } from './files/queries.ts'
import { deleteFilesJob } from './jobs.ts'
import { signedFilePath } from './public/signed-file-link.ts'
import { deleteUserSubmissions, listUserSubmissions } from './queries.ts'

export async function exportPersonalData(db: Db, userId: UserId, now: Date): Promise<unknown> {
  const submissions = await listUserSubmissions(db, userId)
  return submissions.map(({ userId: _, project, ...submission }) => ({
    ...submission,
    files: submission.files.map((file) => ({ ...file, path: signedFilePath(file.id, now) })),
    project: project?.title ?? null,
  }))
}

/** Deletes the user's submissions and files. Ledger entries of rewards stay. */
export async function erasePersonalData(tx: Tx, { data }: DomainEvent<{ userId: UserId }>): Promise<void> {
  const fileIds = await listUserFiles(tx, data.userId)
  await deleteUserSubmissions(tx, data.userId)
  if (fileIds.length > 0) tx.enqueue(deleteFilesJob, { fileIds })
}
