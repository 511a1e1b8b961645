import sharp from 'sharp'

const SIDE = 512
/** A small file can decode to an image that fills the memory. */
const PIXELS_LIMIT = 40_000_000

export type ImageFormat = 'jpeg' | 'png' | 'gif' | 'webp'

/**
 * Detects the format by the content, never by the file name; undefined for any other format, above all for
 * active content such as SVG.
 */
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
 * Encodes an image as a WebP of 512 × 512 without metadata. `cover` crops it, and `contain` adds a margin.
 * Returns undefined if it cannot be decoded or has too many pixels.
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
