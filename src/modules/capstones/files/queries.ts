import type { AutocommitDb, Db } from '../../../platform/db/database.ts'
import { newId, type UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { deleteFilesJob } from '../jobs.ts'
import type { FileId, SubmissionId, SubmittedFile } from '../public/submission.ts'

/** Inserts rows for files before they are stored. The files belong to no submission yet. */
export async function insertFiles(
  tx: Tx,
  userId: UserId,
  files: Omit<SubmittedFile, 'id'>[],
  now: Date,
): Promise<FileId[]> {
  const rows = files.map((file, position) => ({ id: newId<'ProjectFile'>(), position, ...file }))
  await tx`
    insert into project_file (id, user_id, position, name, content_type, size_bytes, created_at)
    select id, ${userId}, position, name, "contentType", "sizeBytes", ${now}
    from jsonb_to_recordset(${rows}::jsonb)
      as row (id uuid, position integer, name text, "contentType" text, "sizeBytes" integer)`
  return rows.map(({ id }) => id)
}

/** Attaches stored files to a draft. A job deletes the files that they replace. */
export async function attachFiles(tx: Tx, submissionId: SubmissionId, fileIds: FileId[]): Promise<void> {
  const replaced = await tx<{ id: FileId }>`
    update project_file set submission_id = null where submission_id = ${submissionId} returning id`
  await tx`
    update project_file set submission_id = ${submissionId}
    where id = any(${fileIds}::uuid[]) and submission_id is null`
  if (replaced.length > 0) tx.enqueue(deleteFilesJob, { fileIds: replaced.map(({ id }) => id) })
}

/** Returns the given files that belong to no submission. */
export async function listUnattachedFiles(db: Db, fileIds: readonly string[]): Promise<FileId[]> {
  const rows = await db<{ id: FileId }>`
    select id from project_file
    where id = any(${[...fileIds]}::uuid[]) and submission_id is null`
  return rows.map(({ id }) => id)
}

/** Returns old files without a submission, left by an aborted upload or a lost job. */
export async function listOrphanedFiles(db: Db, before: Date, limit: number): Promise<FileId[]> {
  const rows = await db<{ id: FileId }>`
    select id from project_file where submission_id is null and created_at < ${before}
    order by created_at limit ${limit}`
  return rows.map(({ id }) => id)
}

export async function deleteFileRow(autocommitDb: AutocommitDb, id: FileId): Promise<void> {
  await autocommitDb`delete from project_file where id = ${id} and submission_id is null`
}

/** Returns a file that belongs to a submission. */
export async function findFile(db: Db, id: string): Promise<SubmittedFile | undefined> {
  const [row] = await db<SubmittedFile>`
    select id, name, content_type as "contentType", size_bytes as "sizeBytes"
    from project_file where id = ${id} and submission_id is not null`
  return row
}
