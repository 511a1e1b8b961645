import type { Mark, Node } from 'prosemirror-model'
import { type Care, characterReference, escapeLineStart, escapeText, writeTarget } from './escape-text.ts'
import { schema } from './schema.ts'

/** A target that every renderer ends at the same place. */
const SIMPLE_AUTOLINK = /^(?:https?:\/\/|mailto:)[\w:/.?&=%#~+,;@-]+$/i
/** Stands for a formula until all blocks are written, because formulas are not indented with their block. */
export const FORMULA = /\uE001(\d+)\uE002/g

export interface PrintedText {
  /** One line, and another one after each line break. */
  text: string
  /** What the text has placeholders for. */
  formulas: string[]
}

export function printInline(block: Node, care: Care): PrintedText {
  const printer = new InlinePrinter(care, block.type === schema.nodes.table_cell)
  const text = printer.print(block.children)
  return { text: withEscapedEnds(block, text), formulas: printer.formulas }
}

function withEscapedEnds(block: Node, text: string): string {
  if (block.type === schema.nodes.paragraph) return text.split('\n').map(escapeLineStart).join('\n')
  return block.type === schema.nodes.heading ? text.replace(/#+$/, '\\$&') : text
}

class InlinePrinter {
  readonly formulas: string[] = []
  readonly #care: Care
  readonly #isCell: boolean

  constructor(care: Care, isCell: boolean) {
    this.#care = care
    this.#isCell = isCell
  }

  print(nodes: readonly Node[]): string {
    const signs = this.#signs(nodes, [])
    return signs.map((sign, index) => this.#write(sign, signs[index - 1], signs[index + 1])).join('')
  }

  /** The parts of the line in their order. Of the marks that begin at a place, the longest one is outside. */
  #signs(nodes: readonly Node[], open: readonly Mark[]): Sign[] {
    const signs: Sign[] = []
    for (let at = 0; at < nodes.length; ) {
      const [mark, length] = longestMark(nodes, at, open)
      if (!mark) {
        signs.push(leafSign(nodes[at]!))
        at++
        continue
      }
      const inside = nodes.slice(at, at + length)
      signs.push(...this.#marked(mark, inside, this.#signs(inside, [...open, mark])))
      at += length
    }
    return signs
  }

  #marked(mark: Mark, nodes: readonly Node[], inside: Sign[]): Sign[] {
    if (mark.type === schema.marks.link) {
      const { href, title } = mark.attrs
      const [only] = nodes
      const isAutolink =
        nodes.length === 1 && only!.isText && only!.text === href.replace(/^mailto:/, '') && title === null
      if (isAutolink && only!.marks.length === 1 && SIMPLE_AUTOLINK.test(href))
        return [{ kind: 'fixed', text: `<${only!.text}>` }]
      return [
        { kind: 'fixed', text: '[' },
        ...inside,
        { kind: 'fixed', text: `](${this.#cell(writeTarget(href, title))})` },
      ]
    }
    const isStrong = mark.type === schema.marks.strong
    const delimiter = isStrong ? '**' : this.#care.guards ? '_' : '*'
    return [{ kind: 'open', text: delimiter }, ...inside, { kind: 'close', text: delimiter }]
  }

  #write(sign: Sign, previous: Sign | undefined, next: Sign | undefined): string {
    if (sign.kind !== 'node') return sign.text
    const { node } = sign
    switch (node.type) {
      case schema.nodes.math:
        return `\uE001${this.formulas.push(node.attrs.source) - 1}\uE002`
      case schema.nodes.image: {
        const { src, alt, title } = node.attrs
        const text = escapeText(alt, this.#care, '', ']')
        return this.#cell(`![${text}](${writeTarget(src, title)})`)
      }
      case schema.nodes.hard_break:
        return '\\\n'
    }
    if (schema.marks.code.isInSet(node.marks)) return this.#cell(writeCode(node.text!))
    return this.#cell(this.#text(node.text!, previous, next))
  }

  #text(text: string, previous: Sign | undefined, next: Sign | undefined): string {
    const care = this.#care
    const guardsStart = care.guards && (previous?.kind === 'open' || previous?.kind === 'close')
    const guardsEnd = care.guards && (next?.kind === 'open' || next?.kind === 'close')
    const followsFormula = previous?.kind === 'node' && previous.node.type === schema.nodes.math
    const characters = [...text]
    let start = ''
    let end = ''
    // A digit directly after a formula would make it money.
    if (
      (guardsStart && mustBeGuarded(characters[0], previous!.kind === 'open')) ||
      (followsFormula && /^\d/.test(text))
    )
      start = characterReference(characters.shift()!)
    if (guardsEnd && mustBeGuarded(characters.at(-1), next!.kind === 'close'))
      end = characterReference(characters.pop()!)
    const before = previous && 'text' in previous ? previous.text : ''
    const after = next && 'text' in next ? next.text : ''
    return start + escapeText(characters.join(''), care, before, after) + end
  }

  /** A vertical line ends a cell of a table. */
  #cell(text: string): string {
    return this.#isCell ? text.replace(/(?<!\\)\|/g, '\\|') : text
  }
}

type Sign = { kind: 'open' | 'close' | 'fixed'; text: string } | { kind: 'node'; node: Node }

const leafSign = (node: Node): Sign => ({ kind: 'node', node })

/** Inside of a mark, a space at its end; outside of it, a letter beside it. */
function mustBeGuarded(character: string | undefined, isInside: boolean): boolean {
  if (character === undefined) return false
  return isInside ? /\s/.test(character) : !/[\s\p{P}\p{S}]/u.test(character)
}

function longestMark(nodes: readonly Node[], at: number, open: readonly Mark[]): [Mark | undefined, number] {
  let longest: Mark | undefined
  let length = 0
  for (const mark of nodes[at]!.marks) {
    if (mark.type === schema.marks.code || mark.isInSet(open)) continue
    let end = at + 1
    while (end < nodes.length && mark.isInSet(nodes[end]!.marks)) end++
    if (end - at > length) [longest, length] = [mark, end - at]
  }
  return [longest, length]
}

/** The fence is longer than any backticks inside. */
function writeCode(text: string): string {
  const runs = new Set((text.match(/`+/g) ?? []).map((run) => run.length))
  let length = 1
  while (runs.has(length)) length++
  const fence = '`'.repeat(length)
  const needsSpace = /^`|`$/.test(text) || (/^ .* $/.test(text) && text.trim() !== '')
  return needsSpace ? `${fence} ${text} ${fence}` : fence + text + fence
}
