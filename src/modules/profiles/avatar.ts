import sharp from 'sharp'
import { newId } from '../../platform/ids.ts'
import { errors } from './errors.ts'

export const AVATAR_LIMIT_BYTES = 5 * 1024 * 1024
const SIDE = 512
/** A small file can unfold into a picture that fills the memory. */
const PIXELS_LIMIT = 40_000_000

/** Makes any picture that is taken into one of ours: same size, same format, nothing left of what it carried along. */
export async function encodeAvatar(file: File): Promise<Uint8Array> {
  if (file.size > AVATAR_LIMIT_BYTES) throw errors.avatar_too_large()
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (!isTakenFormat(bytes)) throw errors.avatar_unsupported()
  try {
    return await sharp(bytes, { limitInputPixels: PIXELS_LIMIT, failOn: 'error', pages: 1 })
      .rotate()
      .resize(SIDE, SIDE, { fit: 'cover' })
      .webp({ quality: 82 })
      .toBuffer()
  } catch {
    throw errors.avatar_unsupported({
      message: 'The avatar cannot be read as a picture, or has too many pixels.',
    })
  }
}

export function newAvatarKey(): string {
  return `avatars/${newId()}.webp`
}

/** By what the file is, never by what it is called. */
function isTakenFormat(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 12))
  return (
    head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])) ||
    head.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) ||
    head.subarray(0, 4).toString('latin1') === 'GIF8' ||
    (head.subarray(0, 4).toString('latin1') === 'RIFF' && head.subarray(8, 12).toString('latin1') === 'WEBP')
  )
}
