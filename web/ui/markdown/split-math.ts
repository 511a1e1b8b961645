/** A piece of Markdown: other text, or LaTeX between dollar signs. */
interface MarkdownPiece {
  isMath: boolean
  source: string
}

const FENCED_CODE = /^ {0,3}(`{3,}|~{3,})[^\n]*(?:\n[\s\S]*?(?:\n[ >]*\1[`~]*[ \t]*(?=\n|$)|$)|$)/
const CODE_TICKS = /^`+/
const DISPLAY_MATH = /^\$\$((?:[^$`\n]|\n(?![ \t]*\n))+?)\$\$/
const INLINE_MATH = /^\$((?![\s$])(?:\\[^\n`]|[^$`\\\n])*?(?<!\s))\$(?!\d)/
const MAX_LATEX = 1_000

/**
 * Splits Markdown at the formulas outside of code, exactly as the service does: a test compares the two. The sources of the
 * pieces joined are the text.
 */
export function splitMath(markdown: string): MarkdownPiece[] {
  const pieces: MarkdownPiece[] = []
  let from = 0
  let at = 0
  const endText = () => {
    if (at > from) pieces.push({ isMath: false, source: markdown.slice(from, at) })
  }
  while (at < markdown.length) {
    const math = markdown[at] === '$' ? matchMath(markdown.slice(at, at + MAX_LATEX + 4)) : undefined
    if (math) {
      endText()
      pieces.push({ isMath: true, source: math })
      at += math.length
      from = at
    } else at += skipped(markdown, at).length
  }
  endText()
  return pieces
}

/** Whether a code span or block begins in the text and does not end in it, so that it could end in later text. */
export function hasOpenCode(markdown: string): boolean {
  for (let at = 0; at < markdown.length; ) {
    const { length, isOpen } = skipped(markdown, at)
    if (isOpen) return true
    at += length
  }
  return false
}

function matchMath(rest: string): string | undefined {
  const found = DISPLAY_MATH.exec(rest) ?? INLINE_MATH.exec(rest)
  return !found || found[1]!.trim() === '' ? undefined : found[0]
}

/** What cannot contain a formula: code, an escaped character, or one character. */
function skipped(markdown: string, at: number): { length: number; isOpen?: boolean } {
  const character = markdown[at]!
  if (character === '\\') return { length: Math.min(2, markdown.length - at) }
  const isLineStart = at === 0 || markdown[at - 1] === '\n'
  if (isLineStart && /[ `~]/.test(character)) {
    const fenced = FENCED_CODE.exec(markdown.slice(at))
    if (fenced) return { length: fenced[0].length, isOpen: !isClosed(fenced[0], fenced[1]!) }
  }
  if (character !== '`') return { length: 1 }
  const ticks = CODE_TICKS.exec(markdown.slice(at))![0]
  const rest = markdown.slice(at + ticks.length)
  const end = rest.search(new RegExp(`(?<!\`)\`{${ticks.length}}(?!\`)`))
  return end < 0 ? { length: ticks.length, isOpen: true } : { length: ticks.length * 2 + end }
}

function isClosed(code: string, fence: string): boolean {
  const lines = code.split('\n')
  return (
    lines.length > 1 &&
    lines
      .at(-1)!
      .replace(/^[ >]*/, '')
      .startsWith(fence)
  )
}
