/** A piece of Markdown: other text, or LaTeX between dollar signs. */
export interface MarkdownPiece {
  isMath: boolean
  /** The piece as written, with its dollar signs. */
  source: string
  /** The LaTeX without dollar signs; empty for other text. */
  latex: string
  /** `$$…$$`: on a line of its own. */
  isDisplay: boolean
}

const FENCED_CODE = /^ {0,3}(`{3,}|~{3,})[^\n]*(?:\n[\s\S]*?(?:\n[ >]*\1[`~]*[ \t]*(?=\n|$)|$)|$)/
const CODE_TICKS = /^`+/
const DISPLAY_MATH = /^\$\$((?:[^$`\n]|\n(?![ \t]*\n))+?)\$\$/
/**
 * As in Pandoc: no space after the first and before the last dollar sign, and no digit after the last one, so that
 * "$5 or $10" is money.
 */
const INLINE_MATH = /^\$((?![\s$])(?:\\[^\n`]|[^$`\\\n])*?(?<!\s))\$(?!\d)/
export const MAX_LATEX = 1_000

/** Splits Markdown at the formulas outside of code. The sources of the pieces joined are the text. */
export function splitMath(markdown: string): MarkdownPiece[] {
  if (!markdown.includes('$')) return [{ isMath: false, source: markdown, latex: '', isDisplay: false }]
  const pieces: MarkdownPiece[] = []
  let from = 0
  let at = 0
  const endText = () => {
    const source = markdown.slice(from, at)
    if (source) pieces.push({ isMath: false, source, latex: '', isDisplay: false })
  }
  while (at < markdown.length) {
    const math = markdown[at] === '$' ? matchMath(markdown.slice(at, at + MAX_LATEX + 4)) : undefined
    if (math) {
      endText()
      pieces.push(math)
      at += math.source.length
      from = at
    } else at += skippedLength(markdown, at)
  }
  endText()
  return pieces
}

function matchMath(rest: string): MarkdownPiece | undefined {
  const display = DISPLAY_MATH.exec(rest)
  const found = display ?? INLINE_MATH.exec(rest)
  if (!found || found[1]!.trim() === '') return undefined
  return { isMath: true, source: found[0], latex: found[1]!.trim(), isDisplay: display !== null }
}

/** The length of what cannot contain a formula: code, an escaped character, or one character. */
function skippedLength(markdown: string, at: number): number {
  const character = markdown[at]!
  if (character === '\\') return Math.min(2, markdown.length - at)
  const isLineStart = at === 0 || markdown[at - 1] === '\n'
  if (isLineStart && /[ `~]/.test(character)) {
    const fenced = FENCED_CODE.exec(markdown.slice(at))
    if (fenced) return fenced[0].length
  }
  if (character !== '`') return 1
  const ticks = CODE_TICKS.exec(markdown.slice(at))![0]
  const rest = markdown.slice(at + ticks.length)
  const end = rest.search(new RegExp(`(?<!\`)\`{${ticks.length}}(?!\`)`))
  return end < 0 ? ticks.length : ticks.length * 2 + end
}
