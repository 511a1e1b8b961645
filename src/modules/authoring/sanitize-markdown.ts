/** Links that may stand in a text: to the web, by mail, and within the pack. Anything else could be a script. */
const SAFE_LINK = /^(?:https?:\/\/|mailto:|#|[\w./%-]+(?:[?#]|$))/i
const AUTOLINK = /^<(?:https?:\/\/|mailto:)[^\s<>]*>/i
const TAG = /<(?=[A-Za-z/!?])/
/** Under the head of a table, also in a list or a quotation. */
const DELIMITER_ROW = /^[\s|:>*+\d.-]*-[\s|:>*+\d.-]*$/
/** Begins no heading, list, quotation, table, block of code or definition of a link. */
const PLAIN_ROW = /^(?!```)(?:[\p{L}`"'“(]|\*{1,2}[^\s*]|\d+(?![\d.)]))/u
const FENCE = /^( {0,3})(`{3,}|~{3,})(.*)$/

/**
 * Markdown that holds no HTML and no link that could run something, whoever renders it. Code stays as it is, where
 * every renderer agrees that it is code; where they might not, it is treated as text. What is safe is not changed.
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
      // Renderers part ways here, so nothing from here on is believed to be code.
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

/** The line that ends the block of code that begins here, if one does. */
function endOfFence(lines: string[], at: number): number | 'unclear' | undefined {
  const [, indent, fence, info] = FENCE.exec(lines[at]!) ?? []
  if (fence === undefined || (fence[0] === '`' && info!.includes('`'))) return undefined
  for (let next = at + 1; next < lines.length; next++) {
    const line = lines[next]!
    const [, closingIndent, closing, rest] = FENCE.exec(line) ?? []
    const isClosing = closing?.startsWith(fence) && rest!.trim() === ''
    // Inside a list a line that is indented less ends the list, and the code with it; elsewhere it does not.
    if (indent !== '' && line.trim() !== '' && !line.startsWith(indent!)) return 'unclear'
    if (isClosing && indent !== '' && closingIndent !== indent) return 'unclear'
    if (isClosing) return next
  }
  return 'unclear'
}

/** Code within a paragraph never goes over an empty line, so paragraphs are judged one by one. */
function sanitizeText(text: string): string {
  return text
    .split(/(\n[ \t]*\n)/)
    .map((paragraph) => {
      const rows = paragraph.split('\n')
      const mayBeTable = rows.some((row) => DELIMITER_ROW.test(row))
      // Where nothing but a paragraph can be meant, code may go over the end of a line.
      const pieces =
        rows.every((row) => row.trim() === '' || PLAIN_ROW.test(row)) && !mayBeTable ? [paragraph] : rows
      const spans = pieces.map((piece) => splitCode(piece, mayBeTable))
      return spans.includes(undefined) ? sanitizeProse(paragraph) : sanitizeParagraph(spans as TextSpan[][])
    })
    .join('')
}

/** Prose that is next to prose is judged as one, because a link may go over the end of a line. */
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
 * The code within a piece of text; undefined when it is not clear what is code. A span that is not ended in its piece may go on
 * in the next, and in a table one with a `|` is cut in two.
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

/** Whether the text ends where the address or the label of a link is not ended yet: there a backtick begins no code. */
function isInsideLink(text: string): boolean {
  const plain = text.replace(/\\[\s\S]/g, '')
  if (/\]\(\s*<(?!https?:|mailto:)/i.test(plain) || /\]\[[^\]]*$/.test(plain)) return true
  return [...plain.matchAll(/\]\(/g)].some(({ index }) => !isEnded(plain.slice(index + 1)))
}

/** Whether the bracket that the text begins with is closed within it. */
function isEnded(text: string): boolean {
  let depth = 0
  for (const character of text) {
    if (character === '(') depth++
    else if (character === ')' && --depth === 0) return true
  }
  return false
}

/** An address may stand in the next line, in a quotation behind its mark. */
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
