import { createHash } from 'node:crypto'
import type { Db } from '../../../platform/db/database.ts'
import { detectImageFormat } from '../../../platform/image.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { readAudio } from '../audio/read-audio.ts'
import { sanitizeCaptions } from '../captions/sanitize-captions.ts'
import { isAvif } from '../inspect-upload.ts'
import { insertUpload, listMediaStates, lockMediaImport, updateStored } from '../queries.ts'
import { libraryKey, type Medium, type MediumId } from './medium.ts'

/** Returns stored media by their ids or their owner, or all, in the order of their ids. */
export async function listMediaForExport(
  db: Db,
  { ids, ownerId, all }: { ids: string[]; ownerId: string | null; all: boolean },
): Promise<Medium[]> {
  return db<Medium>`
    select id, owner_id as "ownerId", kind, name, alt, is_decorative as "isDecorative", size_bytes as "sizeBytes", width,
      height, placeholder, duration_seconds as "durationSeconds", files, created_at as "createdAt",
      updated_at as "updatedAt"
    from medium
    where status = 'STORED' and (${all} or id = any(${ids}::uuid[]) or owner_id = ${ownerId}::uuid)
    order by id`
}

/**
 * Returns the content type of a file by its content; undefined if the content is not what its name says. Nothing that a
 * browser runs passes.
 */
export function contentTypeOf(name: string, bytes: Uint8Array): string | undefined {
  if (name.endsWith('.webp')) return detectImageFormat(bytes) === 'webp' ? 'image/webp' : undefined
  if (name.endsWith('.avif')) return isAvif(bytes) ? 'image/avif' : undefined
  if (name.endsWith('.vtt')) return isSafeCaptions(bytes) ? 'text/vtt; charset=utf-8' : undefined
  const audio = readAudio(bytes)
  return audio && name.endsWith(`.${audio.extension}`) ? audio.contentType : undefined
}

function isSafeCaptions(bytes: Uint8Array): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return sanitizeCaptions(text) === text
  } catch {
    return false
  }
}

/** A medium of another server with its files. It keeps its id, because texts refer to its files by it. */
export type ImportedMedium = Omit<Medium, 'createdAt' | 'updatedAt'> & { bytes: Uint8Array[] }

/** Of the given media those that the library has. */
export async function findStoredMedia(db: Db, ids: string[]): Promise<Map<string, Medium>> {
  const media = await listMediaForExport(db, { ids, ownerId: null, all: false })
  return new Map(media.map((each) => [each.id, each]))
}

/**
 * Inserts rows for new media and stores their files, before the transaction of the import. If the import fails, the job
 * that deletes uploads which never ended deletes them. Returns the ids that `completeMediaImport` shall make visible, and
 * those that are being deleted.
 */
export async function prepareMediaImport(
  { write, storage }: Pick<Platform, 'write' | 'storage'>,
  media: ImportedMedium[],
  { now, onStored }: { now: Date; onStored: (done: number) => void },
): Promise<{ prepared: MediumId[]; beingDeleted: MediumId[] }> {
  const states = await write(async (tx) => {
    await lockMediaImport(tx)
    const known = await listMediaStates(
      tx,
      media.map(({ id }) => id),
    )
    for (const { bytes: _, ...medium } of media)
      if (!known.has(medium.id)) await insertUpload(tx, { ...medium, digest: digestOf(medium.id) }, now)
    return { known }
  })
  const isWaiting = ({ id }: ImportedMedium) => (states.known.get(id) ?? 'UPLOADING') === 'UPLOADING'
  const waiting = media.filter(isWaiting)
  for (const [index, { files, bytes }] of waiting.entries()) {
    for (const [number, { name, contentType }] of files.entries())
      await storage.put(libraryKey(name), bytes[number]!, contentType)
    onStored(index + 1)
  }
  return {
    prepared: waiting.map(({ id }) => id),
    beingDeleted: media.filter(({ id }) => states.known.get(id) === 'DELETED').map(({ id }) => id),
  }
}

/**
 * Makes prepared media visible; those that another import of the same pack made visible are so already. Returns false if one
 * is gone, because its upload took longer than an hour.
 */
export async function completeMediaImport(tx: Tx, ids: MediumId[]): Promise<boolean> {
  const states = await listMediaStates(tx, ids)
  for (const id of ids) if (states.get(id) !== 'STORED' && !(await updateStored(tx, id))) return false
  return true
}

/** The uploaded file is not known any more, so the same file of the same author may be uploaded again. */
function digestOf(id: string): Buffer {
  return createHash('sha256').update(`imported medium ${id}`).digest()
}
