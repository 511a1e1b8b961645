import { now } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Fact } from '../../platform/events.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/tx.ts'
import { filePath } from './files/file-link.ts'
import { listFilesOf } from './files/queries.ts'
import { deleteFilesJob } from './jobs.ts'
import { deleteSubmissionsOf, listSubmissionsOf } from './queries.ts'

/** What is kept of a user's projects, for the document of all their data. */
export async function exportSubmissions(db: Db, userId: UserId): Promise<unknown> {
  const submissions = await listSubmissionsOf(db, userId)
  return submissions.map(({ userId: _, project, ...submission }) => ({
    ...submission,
    files: submission.files.map((file) => ({ ...file, path: filePath(file.id, now()) })),
    project: project?.title ?? null,
  }))
}

/** What a person wrote and drew goes with them, files included; that they were paid stays in the books. */
export async function forgetSubmissions(tx: Tx, { data }: Fact<{ userId: UserId }>): Promise<void> {
  const fileIds = await listFilesOf(tx, data.userId)
  await deleteSubmissionsOf(tx, data.userId)
  if (fileIds.length > 0) tx.enqueue(deleteFilesJob, { fileIds })
}
