import sharp from 'sharp'

const SIDE = 512
/** A small file can unfold into a picture that fills the memory. */
const PIXELS_LIMIT = 40_000_000

export type ImageFormat = 'jpeg' | 'png' | 'gif' | 'webp'

/** By what the file is, never by what it is called; undefined for anything else, above all for what can run. */
export function detectImageFormat(bytes: Uint8Array): ImageFormat | undefined {
  const head = Buffer.from(bytes.subarray(0, 12))
  const text = head.toString('latin1')
  if (head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg'
  if (head.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'png'
  if (text.startsWith('GIF8')) return 'gif'
  if (text.startsWith('RIFF') && text.slice(8) === 'WEBP') return 'webp'
  return undefined
}

/**
 * Makes any picture into one of ours: a WebP of 512 × 512 with nothing left of what it carried along. What does not fit is
 * cut off (`cover`), or room is left around it (`contain`). Undefined when it cannot be read, or has too many pixels.
 */
export async function encodeSquareWebp(
  bytes: Uint8Array,
  fit: 'cover' | 'contain',
): Promise<Uint8Array | undefined> {
  try {
    return await sharp(bytes, { limitInputPixels: PIXELS_LIMIT, failOn: 'error', pages: 1 })
      .rotate()
      .resize(SIDE, SIDE, { fit, background: { r: 0, g: 0, b: 0, alpha: 0 } })
      .webp({ quality: 82 })
      .toBuffer()
  } catch {
    return undefined
  }
}
