import { newId, type UserId } from '../../../platform/ids.ts'
import { detectImageFormat, reencodeImage } from '../../../platform/image.ts'
import type { Storage } from '../../../platform/storage/storage.ts'
import { errors } from '../errors.ts'

export const IMAGE_LIMIT_BYTES = 5 * 1024 * 1024
const ACCEPTED_FORMATS = new Set(['jpeg', 'png', 'webp'])

/** Re-encodes an uploaded image as WebP and stores it; returns its key. Rejects SVG, which may contain scripts. */
export async function storeBadgeImage(
  storage: Storage,
  { file, ...upload }: { file: File | undefined; owner: UserId; signal: AbortSignal },
): Promise<string> {
  if (!file) throw errors.picture_missing()
  if (file.size > IMAGE_LIMIT_BYTES) throw errors.picture_too_large()
  const bytes = new Uint8Array(await file.arrayBuffer())
  const format = detectImageFormat(bytes)
  const encoded =
    format && ACCEPTED_FORMATS.has(format)
      ? await reencodeImage({ bytes, format: 'webp', side: 512, fit: 'contain' }, upload)
      : undefined
  if (!encoded) throw errors.picture_unsupported()
  const key = `badges/${newId()}.webp`
  await storage.put(key, encoded, 'image/webp')
  return key
}
