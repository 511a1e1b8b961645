import type { Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmTable } from 'micromark-extension-gfm-table'
import type { Node } from 'prosemirror-model'
import { hasOpenCode, splitMath } from '../../ui/markdown/split-math.ts'
import { definitionsOf, TreeConverter } from './convert-tree.ts'
import { Origin } from './origin.ts'
import { schema } from './schema.ts'

const PLACEHOLDER_CHARACTERS = /[\uE001\uE002]/g

/** A block as it is in the text. `node` is a `markdown_block` for what the schema cannot represent. */
interface ReadBlock {
  node: Node
  source: string
  before: string
}

/** Reads Markdown. Each block knows its source, so that writing the document gives the same text. */
export function parseMarkdown(markdown: string): Node {
  const { blocks, tail, hasDefinitions } = readBlocks(markdown)
  let previous: Origin | null = null
  const nodes = blocks.map(({ node, source, before }) => {
    const origin = new Origin({ source, before, previous })
    previous = origin
    const bound = node.type.create({ ...node.attrs, origin }, node.content)
    origin.bind(bound)
    return bound
  })
  const isFragile = hasDefinitions || blocks.some(({ node, source }) => !standsAlone(node, source))
  const content = nodes.length > 0 ? nodes : schema.nodes.paragraph.create()
  return schema.nodes.doc.create({ tail, isFragile }, content)
}

/** The blocks of Markdown that is to be compared or inserted. */
export function parseBlocks(markdown: string): Node[] {
  return readBlocks(markdown).blocks.map(({ node }) => node)
}

/** Whether the block means the same with other text around it. */
function standsAlone(node: Node, source: string): boolean {
  if (hasOpenCode(source)) return false
  const [first, second] = parseBlocks(`${source}\n\nx`)
  return Boolean(first?.eq(node) && second?.type === schema.nodes.paragraph && second.textContent === 'x')
}

interface ReadText {
  blocks: ReadBlock[]
  tail: string
  hasDefinitions: boolean
}

function readBlocks(markdown: string): ReadText {
  const { plain, formulas, toSource } = withPlaceholders(markdown)
  const root: Root = fromMarkdown(plain, {
    extensions: [gfmTable()],
    mdastExtensions: [gfmTableFromMarkdown()],
  })
  const definitions = definitionsOf(root)
  const converter = new TreeConverter(formulas, definitions)
  let end = 0
  const blocks = root.children.map((child) => {
    const { start, end: childEnd } = child.position!
    const from = lineStart(markdown, Math.max(end, toSource(start.offset!)), end)
    const to = lineEnd(markdown, Math.max(from, toSource(childEnd.offset!)))
    const source = markdown.slice(from, to)
    const block = {
      node: converter.block(child) ?? schema.nodes.markdown_block.create({ source }),
      source,
      before: markdown.slice(end, from),
    }
    end = to
    return block
  })
  return { blocks, tail: markdown.slice(end), hasDefinitions: definitions.size > 0 }
}

/** Blocks are whole lines: a space before a block may be a part of it. */
function lineStart(markdown: string, offset: number, least: number): number {
  let at = offset
  while (at > least && /[ \t]/.test(markdown[at - 1]!)) at--
  return at
}

function lineEnd(markdown: string, offset: number): number {
  let at = offset
  while (at < markdown.length && /[ \t]/.test(markdown[at]!)) at++
  return at
}

function withPlaceholders(markdown: string) {
  const formulas: string[] = []
  /** From this offset on, a place in the text is that much further in the source. */
  const shifts: { from: number; by: number }[] = []
  let plain = ''
  let length = 0
  for (const { isMath, source } of splitMath(markdown.replace(PLACEHOLDER_CHARACTERS, '\uFFFD'))) {
    plain += isMath ? `\uE001${formulas.push(source) - 1}\uE002` : source
    length += source.length
    if (isMath) shifts.push({ from: plain.length, by: length - plain.length })
  }
  const toSource = (offset: number) => offset + (shifts.findLast(({ from }) => from <= offset)?.by ?? 0)
  return { plain, formulas, toSource }
}
