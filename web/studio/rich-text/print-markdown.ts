import type { Node } from 'prosemirror-model'
import { isList, normalize } from './normalize.ts'
import { type Origin, originOf } from './origin.ts'
import { parseBlocks } from './parse-markdown.ts'
import { listSign, printBlock } from './print-block.ts'
import { schema } from './schema.ts'

const BLANK_LINE = /\n[ \t]*\r?\n/

/**
 * Writes the document. A block that nobody has edited is written as it was, byte by byte; an edited one in our style.
 */
export function printMarkdown(doc: Node): string {
  const text = join(doc, true)
  if (!doc.attrs.isFragile || saysTheSame(text, doc)) return text
  // A block meant something else because of its neighbours, such as a link whose definition is gone.
  return join(doc, false)
}

function join(doc: Node, keepsSources: boolean): string {
  let text = ''
  /** Undefined for a block that is written anew; null before the first block. */
  let previous: Origin | null | undefined = null
  let previousSign = ''
  for (const node of blocksOf(doc)) {
    const origin = originOf(node)
    const written = origin.writtenFor(node)
    const sign = isList(node) ? previousSign : ''
    const isInPlace: boolean = written !== undefined && origin.previous === previous
    const mayKeep = keepsSources || node.type === schema.nodes.markdown_block
    const source: string | undefined =
      mayKeep && written && (isInPlace || canMove(written.source, sign)) ? written.source : undefined
    const block = source ?? printBlock(node, sign)
    text += gapBefore(written?.before, previous === null, isInPlace && source !== undefined) + block
    previous = source === undefined ? undefined : origin
    previousSign = isList(node) ? listSign(block) : ''
  }
  return text + doc.attrs.tail
}

/** Paragraphs without text exist only in the editor. */
function blocksOf(doc: Node): Node[] {
  return doc.children.filter((node) => node.type !== schema.nodes.paragraph || normalize(node).childCount > 0)
}

/** After other text, an indented block could become a part of a list, and a list a part of another one. */
function canMove(source: string, avoidedSign: string): boolean {
  return !/^[ \t]/.test(source) && (avoidedSign === '' || listSign(source) !== avoidedSign)
}

function gapBefore(before: string | undefined, isFirst: boolean, isAsBefore: boolean): string {
  if (isAsBefore) return before!
  if (isFirst) return ''
  return before !== undefined && BLANK_LINE.test(before) ? before : '\n\n'
}

function saysTheSame(text: string, doc: Node): boolean {
  const read = parseBlocks(text)
  const wanted = blocksOf(doc).map(normalize)
  return read.length === wanted.length && read.every((node, index) => node.eq(wanted[index]!))
}
