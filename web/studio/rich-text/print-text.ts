import { Fragment, type Node } from 'prosemirror-model'
import type { Care } from './escape-text.ts'
import { normalize } from './normalize.ts'
import { parseBlocks } from './parse-markdown.ts'
import { FORMULA, type PrintedText, printInline } from './print-inline.ts'
import { schema } from './schema.ts'

const NORMAL: Care = { dollars: false, guards: false, everything: false }
const UTMOST: Care = { dollars: true, guards: true, everything: true }
const CARE: Care[] = [
  NORMAL,
  { ...NORMAL, dollars: true },
  { ...NORMAL, dollars: true, guards: true },
  UTMOST,
]
const printed = { always: new WeakMap<Node, PrintedText>(), ifNeeded: new WeakMap<Node, PrintedText>() }

/** Whether every dollar sign is escaped, or only in texts where it would begin a formula. */
export type EscapeDollars = keyof typeof printed

/**
 * Writes the content of a paragraph, heading or cell. It is read back, and written with more care until it is the same. Where
 * Markdown cannot say bold, italic or code, such as bold code directly after a formula, the text is written without it.
 */
export function printText(block: Node, dollars: EscapeDollars): PrintedText {
  const known = printed[dollars].get(block)
  if (known) return known
  const care = dollars === 'always' ? CARE.slice(1) : CARE
  const text = printExactly(block, care) ?? printPlain(block, care)
  printed[dollars].set(block, text)
  return text
}

function printExactly(block: Node, ways: Care[]): PrintedText | undefined {
  for (const care of ways) {
    const text = printInline(block, care)
    if (isReadAs(block, text)) return text
  }
  return undefined
}

function printPlain(block: Node, ways: Care[]): PrintedText {
  const plain = normalize(block.copy(Fragment.fromArray(block.children.map(withoutStyle))))
  return printExactly(plain, ways) ?? printInline(plain, UTMOST)
}

function withoutStyle(node: Node): Node {
  return node.mark(node.marks.filter((mark) => mark.type === schema.marks.link))
}

function isReadAs(block: Node, { text, formulas }: PrintedText): boolean {
  const { heading, table_cell } = schema.nodes
  const [start, end] =
    block.type === heading
      ? ['#'.repeat(block.attrs.level), '']
      : block.type === table_cell
        ? ['|', '|\n| - |']
        : ['', '']
  const markdown = `${start}${start ? ' ' : ''}${text}${end}`
  const [read, ...others] = parseBlocks(markdown.replace(FORMULA, (_, index) => formulas[Number(index)]!))
  if (!read) return block.childCount === 0
  const found = block.type === table_cell ? read.firstChild?.firstChild : read
  return others.length === 0 && found?.type === block.type && found.content.eq(block.content)
}
