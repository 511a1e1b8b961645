/** A tagged template in a source file: tag`text`. */
export interface TaggedTemplate {
  /** The last name before the template: `query` in `platform.database.query<Row>`. */
  tag: string
  /** The text with `?` in place of each value. */
  text: string
  line: number
}

/** A slash after one of these starts a regular expression and is not a division. */
const BEFORE_REGEX = /(^|[(,=:[!&|?{};+>])\s*$|\breturn\s*$/

/** Finds the tagged templates of a TypeScript file, including those inside the values of other templates. */
export function taggedTemplates(source: string): TaggedTemplate[] {
  const found: TaggedTemplate[] = []
  scanCode(source, 0, found)
  return found
}

/** Scans code up to the end of the file, or up to the brace that closes a value of a template. */
function scanCode(source: string, start: number, found: TaggedTemplate[]): number {
  let depth = 0
  for (let at = start; at < source.length; at++) {
    const char = source[at]!
    if (char === '`') at = scanTemplate(source, at, found)
    else if (char === "'" || char === '"') at = endOfQuote(source, at, char)
    else if (char === '/') at = endOfSlash(source, at)
    else if (char === '{') depth++
    else if (char === '}' && depth-- === 0) return at
  }
  return source.length
}

/** Returns the position of the closing backtick. */
function scanTemplate(source: string, start: number, found: TaggedTemplate[]): number {
  let text = ''
  let at = start + 1
  for (; at < source.length && source[at] !== '`'; at++) {
    if (source[at] === '\\') at++
    else if (source.startsWith('${', at)) {
      at = scanCode(source, at + 2, found)
      text += '?'
    } else text += source[at]
  }
  const tag = tagBefore(source, start)
  if (tag) found.push({ tag, text, line: source.slice(0, start).split('\n').length })
  return at
}

function tagBefore(source: string, start: number): string | undefined {
  let at = start
  if (source[at - 1] === '>') {
    let depth = 0
    do {
      at--
      if (source[at] === '>' && source[at - 1] !== '=') depth++
      if (source[at] === '<') depth--
    } while (depth > 0 && at > 0)
  }
  const tag = /[\w$#]+!?$/.exec(source.slice(Math.max(0, at - 80), at))?.[0].replace('!', '')
  return tag === 'return' || tag === 'case' ? undefined : tag
}

function endOfQuote(source: string, start: number, quote: string): number {
  let at = start + 1
  for (; at < source.length && source[at] !== quote && source[at] !== '\n'; at++)
    if (source[at] === '\\') at++
  return at
}

/** Returns the end of a comment or of a regular expression; a division ends where it starts. */
function endOfSlash(source: string, start: number): number {
  if (source[start + 1] === '/') return endOr(source.indexOf('\n', start), source)
  if (source[start + 1] === '*') return endOr(source.indexOf('*/', start), source) + 1
  if (!BEFORE_REGEX.test(source.slice(Math.max(0, start - 20), start))) return start
  let isInClass = false
  for (let at = start + 1; at < source.length && source[at] !== '\n'; at++) {
    if (source[at] === '\\') at++
    else if (source[at] === '[') isInClass = true
    else if (source[at] === ']') isInClass = false
    else if (source[at] === '/' && !isInClass) return at
  }
  return start
}

function endOr(position: number, source: string): number {
  return position === -1 ? source.length : position
}
