import type { UserId } from '../../platform/ids.ts'
import { detectImageFormat, reencodeImage } from '../../platform/image.ts'
import { errors } from './errors.ts'

export const AVATAR_LIMIT_BYTES = 5 * 1024 * 1024

/** Converts the image to a square WebP without its metadata. */
export async function encodeAvatar(
  file: File,
  upload: { owner: UserId; signal: AbortSignal },
): Promise<Uint8Array> {
  if (file.size > AVATAR_LIMIT_BYTES) throw errors.avatar_too_large()
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (!detectImageFormat(bytes)) throw errors.avatar_unsupported()
  const encoded = await reencodeImage({ bytes, format: 'webp', side: 512, fit: 'cover' }, upload)
  if (!encoded)
    throw errors.avatar_unsupported({
      message: 'The avatar cannot be decoded as an image, or is larger than 4096 × 4096 pixels.',
    })
  return encoded
}
