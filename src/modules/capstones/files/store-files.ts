import { HOUR_MS } from '../../../platform/clock.ts'
import { describeFault } from '../../../platform/describe-fault.ts'
import type { UserId } from '../../../platform/ids.ts'
import { log } from '../../../platform/log.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { FileId } from '../submission.ts'
import type { InspectedFile } from './inspect-files.ts'
import { deleteFileRow, insertFiles, listLeftBehind, listUnclaimed } from './queries.ts'

type FileParts = Pick<Platform, 'db' | 'storage'>

/** No request takes so long: what has no submission by then never gets one. */
const UPLOAD_LIMIT_MS = HOUR_MS
const SWEPT_AT_ONCE = 500

/** Private: nothing serves this folder. */
export function storageKeyOf(fileId: FileId): string {
  return `submissions/${fileId}`
}

/** Each file has its row before it is stored, so that whatever dies in between, none is forgotten. */
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

/**
 * Deletes those of the files that no submission has: the file first, so that a row without one can be tried again. One that
 * cannot be deleted keeps no other one from it.
 */
export async function deleteUnclaimedFiles(
  { db, storage }: FileParts,
  fileIds: readonly string[],
): Promise<void> {
  const faults: unknown[] = []
  for (const id of await listUnclaimed(db, fileIds)) {
    try {
      await storage.delete(storageKeyOf(id))
      await deleteFileRow(db, id)
    } catch (fault) {
      faults.push(fault)
    }
  }
  if (faults.length > 0) throw faults[0]
}

/** For an upload that was refused after all. What cannot be deleted now is swept later. */
export async function discardFiles(parts: FileParts, fileIds: readonly FileId[]): Promise<void> {
  await deleteUnclaimedFiles(parts, fileIds).catch((fault) =>
    log.warn({ fault: describeFault(fault) }, 'capstones: files of a refused upload stay for now'),
  )
}

export async function sweepFiles(parts: FileParts, now: Date): Promise<void> {
  const before = new Date(now.getTime() - UPLOAD_LIMIT_MS)
  await deleteUnclaimedFiles(parts, await listLeftBehind(parts.db, before, SWEPT_AT_ONCE))
}
