/** Allowed link targets: web, mail, and relative ones. Other schemes could run a script. */
const SAFE_LINK = /^(?:https?:\/\/|mailto:|#|[\w./%-]+(?:[?#]|$))/i
const AUTOLINK = /^<(?:https?:\/\/|mailto:)[^\s<>]*>/i
const TAG = /<(?=[A-Za-z/!?])/
/** The delimiter row of a table, also in a list or a block quote. */
const DELIMITER_ROW = /^[\s|:>*+\d.-]*-[\s|:>*+\d.-]*$/
/** A line that starts no heading, list, block quote, table, code block or link definition. */
const PLAIN_ROW = /^(?!```)(?:[\p{L}`"'“(]|\*{1,2}[^\s*]|\d+(?![\d.)]))/u
const FENCE = /^( {0,3})(`{3,}|~{3,})(.*)$/

/**
 * Removes HTML and dangerous links from Markdown, for any renderer. Code stays unchanged if every renderer treats it as
 * code; if renderers may differ, it is treated as text. Safe Markdown is not changed.
 */
export function sanitizeMarkdown(markdown: string): string {
  const safe: string[] = []
  let text: string[] = []
  const endText = () => {
    if (text.length > 0) safe.push(sanitizeText(text.join('\n')))
    text = []
  }
  const lines = markdown.split('\n')
  for (let at = 0; at < lines.length; at++) {
    const end = endOfFence(lines, at)
    if (end === undefined) text.push(lines[at]!)
    else if (end === 'unclear') {
      // Renderers differ here, so the rest is treated as text.
      text.push(...lines.slice(at))
      break
    } else {
      endText()
      safe.push(...lines.slice(at, end + 1))
      at = end
    }
  }
  endText()
  return safe.join('\n')
}

/** Returns the last line of the code block that starts here; undefined if none starts here. */
function endOfFence(lines: string[], at: number): number | 'unclear' | undefined {
  const [, indent, fence, info] = FENCE.exec(lines[at]!) ?? []
  if (fence === undefined || (fence[0] === '`' && info!.includes('`'))) return undefined
  for (let next = at + 1; next < lines.length; next++) {
    const line = lines[next]!
    const [, closingIndent, closing, rest] = FENCE.exec(line) ?? []
    const isClosing = closing?.startsWith(fence) && rest!.trim() === ''
    // Inside a list, a line with less indentation ends the list and the code; elsewhere it does not.
    if (indent !== '' && line.trim() !== '' && !line.startsWith(indent!)) return 'unclear'
    if (isClosing && indent !== '' && closingIndent !== indent) return 'unclear'
    if (isClosing) return next
  }
  return 'unclear'
}

/** Inline code does not span empty lines, so each paragraph is sanitized separately. */
function sanitizeText(text: string): string {
  return text
    .split(/(\n[ \t]*\n)/)
    .map((paragraph) => {
      const rows = paragraph.split('\n')
      const mayBeTable = rows.some((row) => DELIMITER_ROW.test(row))
      // In a plain paragraph, inline code may span lines.
      const pieces =
        rows.every((row) => row.trim() === '' || PLAIN_ROW.test(row)) && !mayBeTable ? [paragraph] : rows
      const spans = pieces.map((piece) => splitCode(piece, mayBeTable))
      return spans.includes(undefined) ? sanitizeProse(paragraph) : sanitizeParagraph(spans as TextSpan[][])
    })
    .join('')
}

/** Joins adjacent prose before sanitizing it, because a link may span lines. */
function sanitizeParagraph(pieces: TextSpan[][]): string {
  let safe = ''
  let prose = ''
  for (const [index, spans] of pieces.entries()) {
    if (index > 0) prose += '\n'
    for (const span of spans) {
      if (span.code === undefined) prose += span.prose
      else {
        safe += sanitizeProse(prose) + span.code
        prose = ''
      }
    }
  }
  return safe + sanitizeProse(prose)
}

type TextSpan = { code: string; prose?: never } | { prose: string; code?: never }

/**
 * Splits text into prose and inline code; undefined if renderers may differ. A span that is not closed may continue in
 * the next piece, and a `|` splits a span in a table.
 */
function splitCode(piece: string, mayBeTable: boolean): TextSpan[] | undefined {
  const spans: TextSpan[] = []
  let rest = piece
  for (;;) {
    const found = /^((?:\\[\s\S]|[^`\\]|\\$)*)(`+)/.exec(rest)
    if (!found) return [...spans, { prose: rest }]
    const [prefix, prose, ticks] = found as unknown as [string, string, string]
    const inside = rest.slice(prefix.length)
    const closing = new RegExp(`(?<!\`)${ticks}(?!\`)`).exec(inside)
    if (!closing || (mayBeTable && inside.slice(0, closing.index).includes('|'))) return undefined
    if (isInsideLink(piece.slice(0, piece.length - rest.length) + prose)) return undefined
    spans.push({ prose }, { code: ticks + inside.slice(0, closing.index) + ticks })
    rest = inside.slice(closing.index + ticks.length)
  }
}

/** Returns whether the text ends inside the target or label of a link, where a backtick starts no code. */
function isInsideLink(text: string): boolean {
  const plain = text.replace(/\\[\s\S]/g, '')
  if (/\]\(\s*<(?!https?:|mailto:)/i.test(plain) || /\]\[[^\]]*$/.test(plain)) return true
  return [...plain.matchAll(/\]\(/g)].some(({ index }) => !isClosed(plain.slice(index + 1)))
}

/** Returns whether the opening bracket at the start is closed. */
function isClosed(text: string): boolean {
  let depth = 0
  for (const character of text) {
    if (character === '(') depth++
    else if (character === ')' && --depth === 0) return true
  }
  return false
}

/** A link target may be on the next line, in a block quote after its marker. */
function sanitizeProse(prose: string): string {
  return escapeTags(prose).replace(
    /(\](?:\(|:)[\s>]*<?)([^\s)>\]]*)/g,
    (match, prefix: string, target: string) =>
      target === '' || SAFE_LINK.test(target) ? match : `${prefix}#`,
  )
}

function escapeTags(prose: string): string {
  let safe = ''
  let rest = prose
  for (;;) {
    const at = rest.search(TAG)
    if (at === -1) return safe + rest
    const link = AUTOLINK.exec(rest.slice(at))?.[0]
    safe += rest.slice(0, at) + (link ?? '&lt;')
    rest = rest.slice(at + (link?.length ?? 1))
  }
}
