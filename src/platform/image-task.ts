import sharp from 'sharp'

/** Runs in a child process: decoding a hostile image takes seconds of CPU and much memory. */

/** A small file can decode to an image that fills the memory. */
const MAX_SIDE = 4_096
const TIME_LIMIT_SECONDS = 8
const QUALITY = { webp: 82, jpeg: 85, png: undefined }

export interface ImageToEncode {
  bytes: Uint8Array
  format: 'webp' | 'png' | 'jpeg'
  /** The largest width and height. `cover` crops to a square, `contain` adds a margin, `inside` only shrinks. */
  side: number
  fit: 'cover' | 'contain' | 'inside'
}

/** Returns undefined if the image cannot be decoded or is too large. */
export async function run({ bytes, format, side, fit }: ImageToEncode): Promise<Uint8Array | undefined> {
  sharp.concurrency(1)
  sharp.cache(false)
  try {
    // Reads only the header.
    const { width, height } = await sharp(bytes).metadata()
    if (width > MAX_SIDE || height > MAX_SIDE) return undefined
    return await sharp(bytes, { limitInputPixels: MAX_SIDE * MAX_SIDE, failOn: 'error', pages: 1 })
      .timeout({ seconds: TIME_LIMIT_SECONDS })
      .rotate()
      .resize(side, side, {
        fit,
        withoutEnlargement: fit === 'inside',
        background: { r: 0, g: 0, b: 0, alpha: 0 },
      })
      .toFormat(format, { quality: QUALITY[format] })
      .toBuffer()
  } catch {
    return undefined
  }
}
