import { type Face, widthOf } from './fonts.ts'

interface Fit {
  face: Face
  size: number
  maxWidth: number
}

/** Below this share of its size a text is rather broken into two lines. */
const SMALLEST_SHARE = 0.6

/** The lines of a text, one or two, and the size at which they fit. Nothing is cut off. */
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

/** Broken at the space nearest to the middle; where there is none near, between two characters. */
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
