/** The Markdown blocks that our content uses. */
export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'quote'; blocks: Block[] }
  | { kind: 'list'; isOrdered: boolean; start: number; items: Block[][] }
  | { kind: 'code'; language: string; text: string }
  | { kind: 'table'; head: string[]; rows: string[][] }
  | { kind: 'rule' }

const FENCE = /^(`{3,}|~{3,})\s*(\S*)/
/** What is before the text, the sign, the number, and the text. */
const ITEM = /^((\s{0,3})(?:[-*+]|(\d{1,9})[.)]))(?:(\s+)(.*))?$/
const HEADING = /^#{1,6}\s+(.*?)\s*#*$/
const UNDERLINE = /^\s{0,3}(?:=+|-+)\s*$/
const RULE = /^\s{0,3}([-*_])(?:\s*\1){2,}\s*$/
const DELIMITER = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/
/** Nobody reads lists and quotations that are deeper, and a text must not exhaust the stack. */
const MAX_DEPTH = 8

export function readBlocks(markdown: string): Block[] {
  return blocksOf(markdown.replaceAll('\r\n', '\n').split('\n'), 0)
}

function blocksOf(lines: string[], depth: number): Block[] {
  if (depth > MAX_DEPTH) return [{ kind: 'paragraph', text: joinLines(lines) }]
  const blocks: Block[] = []
  let at = 0
  while (at < lines.length) {
    const line = lines[at]!
    if (line.trim() === '') at++
    else if (FENCE.test(line)) at = readCode(lines, at, blocks)
    else if (HEADING.test(line)) {
      blocks.push({ kind: 'heading', text: HEADING.exec(line)![1]! })
      at++
    } else if (RULE.test(line)) {
      blocks.push({ kind: 'rule' })
      at++
    } else if (line.includes('|') && DELIMITER.test(lines[at + 1] ?? '')) at = readTable(lines, at, blocks)
    else if (ITEM.test(line)) at = readList(lines, at, blocks, depth)
    else if (line.startsWith('>')) at = readQuote(lines, at, blocks, depth)
    else at = readParagraph(lines, at, blocks)
  }
  return blocks
}

function readCode(lines: string[], at: number, blocks: Block[]): number {
  const [, fence, language] = FENCE.exec(lines[at]!)!
  const end = lines.findIndex((line, index) => index > at && line.trim() === fence)
  const last = end === -1 ? lines.length : end
  blocks.push({ kind: 'code', language: language!, text: lines.slice(at + 1, last).join('\n') })
  return last + 1
}

function readTable(lines: string[], at: number, blocks: Block[]): number {
  let end = at + 2
  while (end < lines.length && lines[end]!.includes('|')) end++
  blocks.push({ kind: 'table', head: cellsOf(lines[at]!), rows: lines.slice(at + 2, end).map(cellsOf) })
  return end
}

function cellsOf(line: string): string[] {
  return line
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))
}

function readList(lines: string[], at: number, blocks: Block[], depth: number): number {
  const items: string[][] = []
  const [, first, , number] = ITEM.exec(lines[at]!)!
  const sign = first!.at(-1)
  /** Where the text of the item begins: what is indented as far belongs to it. */
  let width = 0
  let end = at
  for (; end < lines.length; end++) {
    const line = lines[end]!
    const indent = line.length - line.trimStart().length
    const item = RULE.test(line) ? null : ITEM.exec(line)
    if (line.trim() === '') items.at(-1)!.push('')
    else if (items.length > 0 && indent >= width) items.at(-1)!.push(line.slice(width))
    else if (item && item[1]!.at(-1) === sign) {
      const [, marker, , , space = '', text = ''] = item
      width = marker!.length + (text && space.length <= 4 ? space.length : 1)
      items.push([text])
    } else if (!item && indent > 0 && items.at(-1)!.at(-1) !== '') items.at(-1)!.push(line.trim())
    else break
  }
  blocks.push({
    kind: 'list',
    isOrdered: number !== undefined,
    start: Number(number ?? 1),
    items: items.map((item) => blocksOf(item, depth + 1)),
  })
  return end
}

function readQuote(lines: string[], at: number, blocks: Block[], depth: number): number {
  let end = at
  while (end < lines.length && lines[end]!.startsWith('>')) end++
  const inside = lines.slice(at, end).map((line) => line.replace(/^>\s?/, ''))
  blocks.push({ kind: 'quote', blocks: blocksOf(inside, depth + 1) })
  return end
}

function readParagraph(lines: string[], at: number, blocks: Block[]): number {
  let end = at + 1
  while (
    end < lines.length &&
    lines[end]!.trim() !== '' &&
    !/^(?:```|~~~|#{1,6}\s|>)/.test(lines[end]!) &&
    !UNDERLINE.test(lines[end]!) &&
    !RULE.test(lines[end]!) &&
    !ITEM.exec(lines[end]!)?.[5]
  )
    end++
  const text = joinLines(lines.slice(at, end))
  const isHeading = UNDERLINE.test(lines[end] ?? '')
  blocks.push({ kind: isHeading ? 'heading' : 'paragraph', text })
  return isHeading ? end + 1 : end
}

/** A line break that is meant is a backslash and a new line in the text of a block. */
function joinLines(lines: string[]): string {
  return lines
    .map((line, index) => {
      if (index === lines.length - 1) return line
      if (/(?<!\\)(?:\\\\)*\\$/.test(line)) return `${line}\n`
      return / {2}$/.test(line) ? `${line.trimEnd()}\\\n` : `${line} `
    })
    .join('')
}
