import type { Face } from './packaged-fonts.ts'
import { widthOf } from './shape-text.ts'

interface Fit {
  face: Face
  size: number
  maxWidth: number
}

/** A text that would have to shrink below this share of its size is broken into two lines. */
const SMALLEST_SHARE = 0.6

/** Whether the text fits into one line without becoming too small. */
export function fitsOneLine(text: string, fit: Fit): boolean {
  return sizeFor([text], fit) >= fit.size * SMALLEST_SHARE
}

/** Returns one or two lines and the font size at which they fit. No text is cut off. */
export function fitText(text: string, fit: Fit): { lines: string[]; size: number } {
  const { face, size, maxWidth } = fit
  const single = sizeFor([text], fit)
  if (fitsOneLine(text, fit)) return { lines: [text], size: single }
  const lines = splitInTwo(text, face)
  return { lines, size: Math.max(single, sizeFor(lines, { face, size: size * SMALLEST_SHARE, maxWidth })) }
}

function sizeFor(lines: string[], { face, size, maxWidth }: Fit): number {
  const widest = Math.max(...lines.map((line) => widthOf(line, face)))
  return widest * size <= maxWidth ? size : maxWidth / widest
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** A line that is longer than this share of the text would become too small to read. */
const LONGEST_SHARE = 0.8

/** Breaks at the space nearest to the middle, or between two graphemes if no space leaves two lines of a fair size. */
function splitInTwo(text: string, face: Face): string[] {
  const width = widthOf(text, face)
  const breaks = [...graphemes.segment(text)].slice(1).map(({ index, segment }) => {
    const share = widthOf(text.slice(0, index), face) / width
    return { index, isSpace: /^\s/.test(segment), longest: Math.max(share, 1 - share) }
  })
  const spaces = breaks.filter(({ isSpace, longest }) => isSpace && longest <= LONGEST_SHARE)
  const { index } = (spaces.length > 0 ? spaces : breaks).reduce((best, other) =>
    other.longest < best.longest ? other : best,
  )
  return [text.slice(0, index).trim(), text.slice(index).trim()]
}
