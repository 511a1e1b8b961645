import { isId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import { errors } from '../errors.ts'
import { findFile } from '../files/queries.ts'
import { storageKeyOf } from '../files/store-files.ts'

interface SubmissionFile {
  name: string
  contentType: string
  bytes: Uint8Array
}

/** A file of a submission, for whoever may see it. It is to be served as an attachment, never shown in place. */
export async function readSubmissionFile(
  { db, storage }: Pick<Platform, 'db' | 'storage'>,
  { submissionId, fileId }: { submissionId: string; fileId: string },
): Promise<SubmissionFile> {
  if (!isId(submissionId) || !isId(fileId)) throw errors.file_not_found()
  const file = await findFile(db, submissionId, fileId)
  const bytes = file && (await storage.get(storageKeyOf(file.id)))
  if (!bytes) throw errors.file_not_found()
  return { name: file.name, contentType: file.contentType, bytes }
}
