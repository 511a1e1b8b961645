import { createHash } from 'node:crypto'
import { commonErrors } from '../../../platform/errors.ts'
import { newId, type UserId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { shareLockOwnAccount } from '../../accounts/public/own-account.ts'
import { errors } from '../errors.ts'
import { detectKind, type InspectedUpload, inspectUpload } from '../inspect-upload.ts'
import { deleteMediaFilesJob } from '../jobs.ts'
import {
  getUsedBytes,
  insertUpload,
  listMedia,
  lockLibrary,
  updateDeleted,
  updateStored,
} from '../queries.ts'
import { libraryKey, type Medium, type MediumId, type MediumKind } from './medium.ts'

export interface UploadRequest {
  ownerId: UserId
  file: File | undefined
  alt: string | undefined
  isDecorative: boolean
  quotaBytes: number
  signal: AbortSignal
  now: Date
}

/** An upload whose files are stored, or a medium that the author has already. */
export interface PreparedUpload {
  mediumId: MediumId
  digest: Buffer
}

/**
 * Inserts a row before it stores the files, so that a crash leaves no unknown file. The row reserves its bytes of the
 * quota. The same file of the same author is the same medium and is stored once.
 */
export async function prepareUpload(
  { db, write, storage }: Pick<Platform, 'db' | 'write' | 'storage'>,
  { ownerId, file, alt, isDecorative, quotaBytes, signal, now }: UploadRequest,
): Promise<PreparedUpload> {
  if (!file) throw errors.medium_missing()
  const bytes = new Uint8Array(await file.arrayBuffer())
  const kind = detectKind(bytes)
  checkAlt(kind, alt, isDecorative)
  const digest = createHash('sha256').update(bytes).digest()
  const [known] = await listMedia(db, { ownerId, digest, limit: 1 })
  if (known) return { mediumId: known.id, digest }
  await requireQuota(db, ownerId, { addedBytes: 1, quotaBytes })
  const upload = await inspectUpload(bytes, kind, { owner: ownerId, signal })
  const medium = newMedium({ ownerId, name: displayName(file.name), alt: alt ?? null, isDecorative }, upload)
  const reserved = await write(async (tx) => {
    await shareLockOwnAccount(tx, ownerId)
    await lockLibrary(tx, ownerId)
    const [stored] = await listMedia(tx, { ownerId, digest, limit: 1 })
    if (stored) return stored.id
    await requireQuota(tx, ownerId, { addedBytes: Number(medium.sizeBytes), quotaBytes })
    await insertUpload(tx, { ...medium, digest }, now)
    return medium.id
  })
  if (reserved !== medium.id) return { mediumId: reserved, digest }
  for (const [index, { bytes: content, contentType }] of upload.files.entries())
    await storage.put(libraryKey(medium.files[index]!.name), content, contentType)
  return { mediumId: medium.id, digest }
}

/**
 * Makes an upload visible. If the same file was uploaded meanwhile, that medium is the result, and the files of this
 * upload are deleted. `isNew` says whether the library has a new medium.
 */
export async function completeUpload(
  tx: Tx,
  ownerId: UserId,
  { mediumId, digest }: PreparedUpload,
): Promise<{ medium: Medium; isNew: boolean }> {
  await shareLockOwnAccount(tx, ownerId)
  await lockLibrary(tx, ownerId)
  const [same] = await listMedia(tx, { ownerId, digest, limit: 1 })
  if (same) {
    if (same.id !== mediumId) {
      await updateDeleted(tx, mediumId)
      tx.enqueue(deleteMediaFilesJob, { mediumIds: [mediumId] })
    }
    return { medium: same, isNew: false }
  }
  // The medium was deleted after this request had found it, or the upload took longer than an hour.
  if (!(await updateStored(tx, mediumId))) throw commonErrors.overloaded()
  const [medium] = await listMedia(tx, { id: mediumId, limit: 1 })
  return { medium: medium!, isNew: true }
}

function checkAlt(kind: MediumKind, alt: string | undefined, isDecorative: boolean): void {
  if (kind !== 'PICTURE') {
    if (alt !== undefined || isDecorative) throw errors.not_a_picture()
    return
  }
  if ((alt === undefined) !== isDecorative)
    throw commonErrors.validation_failed({
      details: [
        { field: 'alt', message: 'must say what the picture shows, unless decorative is true; not both' },
      ],
    })
}

async function requireQuota(
  db: Parameters<typeof getUsedBytes>[0],
  ownerId: UserId,
  { addedBytes, quotaBytes }: { addedBytes: number; quotaBytes: number },
): Promise<void> {
  const usedBytes = Number(await getUsedBytes(db, ownerId))
  if (usedBytes + addedBytes > quotaBytes)
    throw errors.media_quota_exceeded({ extra: { usedBytes, quotaBytes } })
}

type Described = Pick<Medium, 'ownerId' | 'name' | 'alt' | 'isDecorative'>

function newMedium(
  described: Described,
  { files, ...inspected }: InspectedUpload,
): Omit<Medium, 'createdAt' | 'updatedAt'> {
  const id = newId<'Medium'>()
  return {
    id,
    ...described,
    ...inspected,
    sizeBytes: BigInt(files.reduce((sum, { bytes }) => sum + bytes.byteLength, 0)),
    files: files.map(({ ending, bytes, ...file }) => ({
      name: `${id}${ending}`,
      ...file,
      sizeBytes: bytes.byteLength,
    })),
  }
}

const NAME_LENGTH = 100

/** Returns a safe name to display. The files are stored under the id. */
function displayName(clientName: string | undefined): string {
  const name = (clientName ?? '')
    .toWellFormed()
    .split(/[/\\]/)
    .at(-1)!
    .replace(/[\p{C}<>:"|?*]/gu, '')
    .trim()
    .replace(/^\.+/, '')
  // A long name loses its middle, so that the extension stays.
  return (
    (name.length > NAME_LENGTH ? `${name.slice(0, NAME_LENGTH - 20)}…${name.slice(-19)}` : name) || 'file'
  )
}
