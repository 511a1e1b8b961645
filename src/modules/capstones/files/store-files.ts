import { addMs, HOUR_MS } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/database.ts'
import { describeError } from '../../../platform/describe-error.ts'
import type { UserId } from '../../../platform/ids.ts'
import { reconcile } from '../../../platform/jobs/reconciler.ts'
import { log } from '../../../platform/log.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { FileId } from '../public/submission.ts'
import type { InspectedFile } from './inspect-files.ts'
import { deleteFileRow, insertFiles, listOrphanedFiles, listUnattachedFiles } from './queries.ts'

type FileDeps = Pick<Platform, 'db' | 'autocommitDb' | 'storage'>

/** Longer than any request: a file without a submission after this time never gets one. */
const UPLOAD_LIMIT_MS = HOUR_MS
const BATCH_SIZE = 500

/** A private folder: no route serves it directly. */
export function storageKeyOf(fileId: FileId): string {
  return `submissions/${fileId}`
}

/** Inserts a row for each file before it stores the file, so that a crash leaves no unknown file. */
export async function storeFiles(
  platform: Pick<Platform, 'write' | 'storage'>,
  userId: UserId,
  files: InspectedFile[],
  now: Date,
): Promise<FileId[]> {
  const rows = files.map(({ name, contentType, bytes }) => ({
    name,
    contentType,
    sizeBytes: bytes.byteLength,
  }))
  const ids = await platform.write((tx) => insertFiles(tx, userId, rows, now))
  await Promise.all(
    files.map(({ bytes, contentType }, index) =>
      platform.storage.put(storageKeyOf(ids[index]!), bytes, contentType),
    ),
  )
  return ids
}

/** Deletes the files that belong to no submission: the file before its row, so that a failed deletion is retried. */
export async function deleteUnattachedFiles(
  { db, autocommitDb, storage }: FileDeps,
  fileIds: readonly string[],
): Promise<void> {
  await reconcile({
    name: 'capstones.delete_file',
    listDue: () => listUnattachedFiles(db, fileIds),
    process: async (id) => {
      await storage.delete(storageKeyOf(id))
      await deleteFileRow(autocommitDb, id)
    },
  })
}

/** Deletes the files of a rejected upload. `deleteOrphanedFiles` deletes them later if this fails. */
export async function discardFiles(deps: FileDeps, fileIds: readonly FileId[]): Promise<void> {
  await deleteUnattachedFiles(deps, fileIds).catch((error) =>
    log.warn({ error: describeError(error) }, 'capstones: deleting files of a rejected upload failed'),
  )
}

export async function hasOrphanedFiles(db: Db, now: Date): Promise<boolean> {
  return (await listOrphanedFiles(db, addMs(now, -UPLOAD_LIMIT_MS), 1)).length > 0
}

export async function deleteOrphanedFiles(deps: FileDeps, now: Date): Promise<void> {
  const before = addMs(now, -UPLOAD_LIMIT_MS)
  await deleteUnattachedFiles(deps, await listOrphanedFiles(deps.db, before, BATCH_SIZE))
}
