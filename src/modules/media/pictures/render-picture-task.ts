import sharp, { type Sharp } from 'sharp'

/** Runs in a child process: decoding a hostile picture takes seconds of CPU and much memory. */

/** A small file can decode to a picture that fills the memory. */
const MAX_SIDE = 8_192
const MAX_PIXELS = 40_000_000
const TIME_LIMIT_SECONDS = 8
const WIDTHS = [320, 640, 1_280]
/** A rendition is at most twice as high as it is wide, so that a long picture takes bounded time. */
const LARGEST = { width: 1_280, height: 2_560 }
const FORMATS = {
  avif: { contentType: 'image/avif', options: { quality: 55, effort: 1 } },
  webp: { contentType: 'image/webp', options: { quality: 80, effort: 3 } },
} as const

export interface Rendition {
  format: keyof typeof FORMATS
  contentType: string
  width: number
  height: number
  bytes: Uint8Array
}

export interface RenderedPicture {
  /** Of the picture itself, after its orientation was applied. */
  width: number
  height: number
  /** The dominant colour, as #rrggbb. */
  placeholder: string
  /** The smallest first. */
  renditions: Rendition[]
}

/**
 * Encodes the first frame of a picture in several sizes, never larger than it is, without metadata and colour profile.
 * Returns undefined if it cannot be decoded or is too large.
 */
export async function run(bytes: Uint8Array): Promise<RenderedPicture | undefined> {
  sharp.concurrency(1)
  sharp.cache(false)
  try {
    // Reads only the header.
    const header = await sharp(bytes).metadata()
    if (Math.max(header.width, header.height) > MAX_SIDE) return undefined
    if (header.width * header.height > MAX_PIXELS) return undefined
    const isTurned = (header.orientation ?? 1) >= 5
    const [width, height] = isTurned ? [header.height, header.width] : [header.width, header.height]
    // The pixels are decoded once, and every rendition is made from them.
    const { data, info } = await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 })
      .timeout({ seconds: TIME_LIMIT_SECONDS })
      .rotate()
      .resize({ ...LARGEST, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const pixels = () =>
      sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
    const renditions: Rendition[] = []
    for (const target of [...WIDTHS.filter((size) => size < info.width), info.width])
      for (const [format, { contentType, options }] of Object.entries(FORMATS)) {
        const encoded = await pixels()
          .resize({ width: target })
          .toFormat(format as Rendition['format'], options)
          .toBuffer({ resolveWithObject: true })
        renditions.push({
          format: format as Rendition['format'],
          contentType,
          width: encoded.info.width,
          height: encoded.info.height,
          bytes: new Uint8Array(encoded.data),
        })
      }
    return { width, height, placeholder: await dominantColour(pixels()), renditions }
  } catch {
    return undefined
  }
}

async function dominantColour(pixels: Sharp): Promise<string> {
  const small = await pixels.resize({ width: 32 }).flatten({ background: '#ffffff' }).png().toBuffer()
  const { r, g, b } = (await sharp(small).stats()).dominant
  return `#${[r, g, b].map((value) => value.toString(16).padStart(2, '0')).join('')}`
}
