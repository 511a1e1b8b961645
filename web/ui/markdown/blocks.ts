/** The Markdown blocks that our content uses. */
export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph' | 'quote'; text: string }
  | { kind: 'list'; isOrdered: boolean; items: string[] }
  | { kind: 'code'; language: string; text: string }
  | { kind: 'table'; head: string[]; rows: string[][] }

const FENCE = /^(`{3,}|~{3,})\s*(\S*)/
const ITEM = /^\s{0,3}(?:[-*+]|(\d+)[.)])\s+(.*)$/
const HEADING = /^#{1,6}\s+(.*?)\s*#*$/
const DELIMITER = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/

export function readBlocks(markdown: string): Block[] {
  const lines = markdown.replaceAll('\r\n', '\n').split('\n')
  const blocks: Block[] = []
  let at = 0
  while (at < lines.length) {
    const line = lines[at]!
    if (line.trim() === '') at++
    else if (FENCE.test(line)) at = readCode(lines, at, blocks)
    else if (HEADING.test(line)) {
      blocks.push({ kind: 'heading', text: HEADING.exec(line)![1]! })
      at++
    } else if (line.includes('|') && DELIMITER.test(lines[at + 1] ?? '')) at = readTable(lines, at, blocks)
    else if (ITEM.test(line)) at = readList(lines, at, blocks)
    else if (line.startsWith('>')) at = readQuote(lines, at, blocks)
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

function readList(lines: string[], at: number, blocks: Block[]): number {
  const items: string[] = []
  const isOrdered = ITEM.exec(lines[at]!)![1] !== undefined
  let end = at
  for (; end < lines.length; end++) {
    const line = lines[end]!
    const item = ITEM.exec(line)
    if (item && (item[1] !== undefined) !== isOrdered) break
    if (item) items.push(item[2]!)
    else if (/^\s+\S/.test(line)) items[items.length - 1] += ` ${line.trim()}`
    else if (line.trim() !== '' || !ITEM.test(lines[end + 1] ?? '')) break
  }
  blocks.push({ kind: 'list', isOrdered, items })
  return end
}

function readQuote(lines: string[], at: number, blocks: Block[]): number {
  let end = at
  while (end < lines.length && lines[end]!.startsWith('>')) end++
  const text = lines.slice(at, end).map((line) => line.replace(/^>\s?/, ''))
  blocks.push({ kind: 'quote', text: text.join(' ') })
  return end
}

function readParagraph(lines: string[], at: number, blocks: Block[]): number {
  let end = at + 1
  while (
    end < lines.length &&
    lines[end]!.trim() !== '' &&
    !/^(?:```|~~~|#{1,6}\s|>)/.test(lines[end]!) &&
    !ITEM.test(lines[end]!)
  )
    end++
  blocks.push({ kind: 'paragraph', text: lines.slice(at, end).join(' ') })
  return end
}
