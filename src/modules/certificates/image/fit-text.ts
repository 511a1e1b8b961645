import { type Face, widthOf } from './fonts.ts'

interface Fit {
  face: Face
  size: number
  maxWidth: number
}

/** A text that would have to shrink below this share of its size is broken into two lines. */
const SMALLEST_SHARE = 0.6

/** Returns one or two lines and the font size at which they fit. No text is cut off. */
export function fitText(text: string, { face, size, maxWidth }: Fit): { lines: string[]; size: number } {
  const single = sizeFor([text], { face, size, maxWidth })
  if (single >= size * SMALLEST_SHARE) return { lines: [text], size: single }
  const lines = splitInTwo(text, face)
  return { lines, size: Math.max(single, sizeFor(lines, { face, size: size * SMALLEST_SHARE, maxWidth })) }
}

function sizeFor(lines: string[], { face, size, maxWidth }: Fit): number {
  const widest = Math.max(...lines.map((line) => widthOf(line, face)))
  return widest * size <= maxWidth ? size : maxWidth / widest
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Breaks at the space nearest to the middle, or between two graphemes if no space is near. */
function splitInTwo(text: string, face: Face): string[] {
  const segments = [...graphemes.segment(text)]
  const half = widthOf(text, face) / 2
  const candidates = segments.slice(1).map(({ index, segment }) => {
    const distance = Math.abs(widthOf(text.slice(0, index), face) - half)
    return { index, distance: segment === ' ' ? distance * 0.3 : distance }
  })
  const best = candidates.reduce((one, other) => (other.distance < one.distance ? other : one))
  return [text.slice(0, best.index).trim(), text.slice(best.index).trim()]
}
