import sharp from 'sharp'

/** Runs in a child process: decoding a hostile picture takes seconds of CPU and much memory. */

/** A small file can decode to a picture that fills the memory. */
const MAX_SIDE = 4_096
const TIME_LIMIT_SECONDS = 8
const ICON_SIDE = 512
/** Pages show the logo at 28 to 64 pixels, on screens with up to three times as many. */
const PAGE_SIDE = 192
/** Around a picture with transparent parts, so that nothing touches the edge of its plate. */
const MARGIN = 48
const LIGHT_PLATE = { r: 255, g: 255, b: 255 }
const DARK_PLATE = { r: 30, g: 24, b: 45 }
/** A brighter picture has a contrast below 3 to 1 on white. */
const MAX_LUMINANCE_ON_LIGHT = 0.3
const OPAQUE = 250
const VISIBLE = 128

type Color = typeof LIGHT_PLATE

export interface RenderedLogo {
  /** WebP, for pages. */
  page: Uint8Array
  /** PNG, for the home screens of devices and for tabs. */
  icon: Uint8Array
}

/**
 * Makes a square of any picture, without its metadata. What is transparent gets a light or a dark plate, on which the picture is readable
 * whatever the page behind it is. Returns undefined if the picture cannot be decoded, is too large, or shows nothing.
 */
export async function run(bytes: Uint8Array): Promise<RenderedLogo | undefined> {
  sharp.concurrency(1)
  sharp.cache(false)
  try {
    // Reads only the header.
    const { width, height } = await sharp(bytes).metadata()
    if (width > MAX_SIDE || height > MAX_SIDE) return undefined
    const decoded = await sharp(bytes, { limitInputPixels: MAX_SIDE * MAX_SIDE, failOn: 'error', pages: 1 })
      .timeout({ seconds: TIME_LIMIT_SECONDS })
      .rotate()
      .resize(ICON_SIDE, ICON_SIDE, { fit: 'inside' })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const plate = plateOf(decoded.data)
    if (!plate) return undefined
    const size = ICON_SIDE - 2 * plate.margin
    const picture = await sharp(decoded.data, { raw: { ...decoded.info, channels: 4 } })
      .resize(size, size, { fit: 'contain', background: { ...plate.color, alpha: 0 } })
      .png()
      .toBuffer()
    const square = await sharp({
      create: { width: ICON_SIDE, height: ICON_SIDE, channels: 3, background: plate.color },
    })
      .composite([{ input: picture }])
      .removeAlpha()
      .png()
      .toBuffer()
    const page = await sharp(square).resize(PAGE_SIDE, PAGE_SIDE).webp({ quality: 90 }).toBuffer()
    return { page: new Uint8Array(page), icon: new Uint8Array(square) }
  } catch {
    return undefined
  }
}

/** An opaque picture is continued by the colour of its corner. Undefined if nothing of the picture is visible. */
function plateOf(pixels: Uint8Array): { color: Color; margin: number } | undefined {
  let [visible, luminances] = [0, 0]
  let isOpaque = true
  for (let at = 0; at < pixels.length; at += 4) {
    const alpha = pixels[at + 3]!
    if (alpha < OPAQUE) isOpaque = false
    if (alpha < VISIBLE) continue
    visible++
    luminances += luminance(pixels[at]!, pixels[at + 1]!, pixels[at + 2]!)
  }
  if (visible === 0) return undefined
  if (isOpaque) return { color: { r: pixels[0]!, g: pixels[1]!, b: pixels[2]! }, margin: 0 }
  const isBright = luminances / visible > MAX_LUMINANCE_ON_LIGHT
  return { color: isBright ? DARK_PLATE : LIGHT_PLATE, margin: MARGIN }
}

function luminance(red: number, green: number, blue: number): number {
  const part = (value: number) => (value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4)
  return 0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue)
}
