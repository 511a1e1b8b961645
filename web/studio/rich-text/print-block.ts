import type { Node } from 'prosemirror-model'
import { isList, normalize } from './normalize.ts'
import { parseBlocks } from './parse-markdown.ts'
import { FORMULA } from './print-inline.ts'
import { type EscapeDollars, printText } from './print-text.ts'
import { schema } from './schema.ts'

interface Way {
  dollars: EscapeDollars
  /** Lists in lists have another sign than those around them: three dashes in a row would be a line. */
  alternates: boolean
}

/** The first one that is read back as the same block is taken. */
const WAYS: Way[] = [
  { dollars: 'ifNeeded', alternates: false },
  { dollars: 'always', alternates: false },
  { dollars: 'always', alternates: true },
]
const written = new WeakMap<Node, Map<string, string>>()

/** Writes a block in our style. `avoid` is the sign of the list before: a list with the same sign would be a part of that list. */
export function printBlock(node: Node, avoid = ''): string {
  if (node.type === schema.nodes.markdown_block) return node.attrs.source
  const known = written.get(node)?.get(avoid)
  if (known !== undefined) return known
  const wanted = normalize(node)
  let text = ''
  for (const way of WAYS) {
    text = print(wanted, avoid, way)
    if (isReadAs(wanted, text)) break
  }
  written.set(node, new Map(written.get(node)).set(avoid, text))
  return text
}

function isReadAs(wanted: Node, text: string): boolean {
  const [read, ...others] = parseBlocks(text)
  return others.length === 0 && (read ? read.eq(wanted) : wanted.childCount === 0)
}

function print(node: Node, avoid: string, way: Way): string {
  const printer = new BlockPrinter(way)
  const text = printer.block(node, avoid, 0)
  return text.replace(FORMULA, (_, index) => printer.formulas[Number(index)]!)
}

/** The sign of a list, by which it differs from a list after it. */
export function listSign(markdown: string): string {
  return /^[ \t]*(?:([-*+])|\d{1,9}([.)]))/.exec(markdown)?.slice(1).find(Boolean) ?? ''
}

class BlockPrinter {
  readonly formulas: string[] = []
  readonly #way: Way

  constructor(way: Way) {
    this.#way = way
  }

  block(node: Node, avoid: string, depth: number): string {
    switch (node.type) {
      case schema.nodes.heading: {
        const text = this.#text(node)
        return `${'#'.repeat(node.attrs.level)}${text ? ` ${text}` : ''}`
      }
      case schema.nodes.blockquote:
        return indent(this.#blocks(node.children, '\n\n', depth + 1), '> ', '> ').replace(/^> $/gm, '>')
      case schema.nodes.bullet_list:
      case schema.nodes.ordered_list:
        return this.#list(node, avoid, depth)
      case schema.nodes.code_block:
        return printCode(node)
      case schema.nodes.horizontal_rule:
        return depth === 0 ? '---' : '***'
      case schema.nodes.table:
        return this.#table(node)
      default:
        return this.#text(node)
    }
  }

  #text(block: Node): string {
    const { text, formulas } = printText(block, this.#way.dollars)
    return text.replace(
      FORMULA,
      (_, index) => `\uE001${this.formulas.push(formulas[Number(index)]!) - 1}\uE002`,
    )
  }

  #blocks(nodes: readonly Node[], gap: string, depth: number): string {
    let before = ''
    const texts = nodes.map((node) => {
      before = this.block(node, isList(node) ? before : '', depth)
      const text = before
      before = isList(node) ? listSign(text) : ''
      return text
    })
    return texts.join(gap)
  }

  #list(list: Node, avoid: string, depth: number): string {
    const isOrdered = list.type === schema.nodes.ordered_list
    const gap = list.attrs.isLoose ? '\n\n' : '\n'
    const signs = isOrdered ? ['.', ')'] : this.#way.alternates && depth % 2 === 1 ? ['+', '-'] : ['-', '+']
    const sign = signs.find((each) => each !== avoid)!
    const items = list.children.map((item, index) => {
      const number = Math.min(list.attrs.start + index, 999_999_999)
      const marker = isOrdered ? `${number}${sign}` : sign
      const content = this.#blocks(item.children, gap, depth + 1)
      return indent(content, `${marker} `, ' '.repeat(marker.length + 1)).replace(/^(\S+) $/, '$1')
    })
    return items.join(gap)
  }

  #table(table: Node): string {
    const row = (cells: string[]) => `| ${cells.join(' | ')} |`
    const rows = table.children.map((each) => row(each.children.map((cell) => this.#text(cell))))
    const columns = table.firstChild!.childCount
    const align: (string | null)[] = table.attrs.align
    const delimiters = Array.from({ length: columns }, (_, column) => delimiterOf(align[column]))
    return [rows[0], row(delimiters), ...rows.slice(1)].join('\n')
  }
}

function delimiterOf(align: string | null | undefined): string {
  return { left: ':-', right: '-:', center: ':-:' }[align ?? ''] ?? '-'
}

/** Lines of a formula are not indented: the service reads them as they are. */
function indent(text: string, first: string, others: string): string {
  return text
    .split('\n')
    .map((line, index) => (index === 0 ? first + line : line === '' && !others.trim() ? '' : others + line))
    .join('\n')
}

/** Fences are of backticks: the service looks for formulas in code between tildes that is inside of a list. */
function printCode(node: Node): string {
  const text = node.textContent
  const info = (node.attrs.info as string)
    .replace(/&(?=#?\w+;)/g, '&amp;')
    .replace(/[\\$]/g, '\\$&')
    .replaceAll('`', '&#x60;')
  const runs = (text.match(/`+/g) ?? []).map((run) => run.length)
  const fence = '`'.repeat(Math.max(3, ...runs.map((length) => length + 1)))
  // With an empty line if there is no code: the service takes a fence of two lines for an open one.
  return `${fence}${info}\n${text}\n${fence}`
}
