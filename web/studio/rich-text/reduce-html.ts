import { Fragment, type Mark, type Node } from 'prosemirror-model'
import { normalize } from './normalize.ts'
import { isSafeTarget } from './safe-target.ts'
import { schema } from './schema.ts'

/** The part of a DOM node that is read. Scripts, styles and event handlers have no place in it. */
export interface HtmlNode {
  readonly nodeName: string
  readonly nodeValue: string | null
  readonly childNodes: ArrayLike<HtmlNode>
  getAttribute?(name: string): string | null
}

const DROPPED =
  /^(?:script|style|template|noscript|iframe|object|embed|svg|math|head|title|meta|link|select|button|input|textarea|audio|video|canvas|#comment)$/
const BLOCKS =
  /^(?:p|div|h[1-6]|ul|ol|li|dl|dt|dd|blockquote|pre|hr|table|section|article|main|header|footer|aside|nav|figure|figcaption|address|details|summary|form|fieldset|center|body|html)$/
/** Word processors write bold and italic as styles, and bold as an element whose style takes it back. */
const BOLD = /font-weight:\s*(?:bold|[6-9]00)/i
const NOT_BOLD = /font-weight:\s*(?:normal|[1-4]00)/i
const ITALIC = /font-style:\s*italic/i

/** Reduces HTML of `parseHtml`, for example of a word processor, to what the schema knows. All other elements leave only their text. */
export function reduceHtml(root: HtmlNode): Node[] {
  return blocksOf(root)
    .map(normalize)
    .filter((node) => node.type !== schema.nodes.paragraph || node.childCount > 0)
}

const nameOf = (node: HtmlNode) => node.nodeName.toLowerCase()
const childrenOf = (node: HtmlNode) => Array.from(node.childNodes)
const isBlock = (node: HtmlNode) => BLOCKS.test(nameOf(node))
const hasBlocks = (node: HtmlNode): boolean =>
  childrenOf(node).some((child) => !DROPPED.test(nameOf(child)) && (isBlock(child) || hasBlocks(child)))

function blocksOf(parent: HtmlNode, marks: readonly Mark[] = []): Node[] {
  const blocks: Node[] = []
  let line: Node[] = []
  const endLine = () => {
    if (line.length > 0) blocks.push(schema.nodes.paragraph.create(null, Fragment.fromArray(line)))
    line = []
  }
  for (const child of childrenOf(parent)) {
    if (DROPPED.test(nameOf(child))) continue
    if (isBlock(child) || hasBlocks(child)) {
      endLine()
      blocks.push(...blockOf(child, marksOf(child, marks)))
    } else line.push(...inlineOf(child, marks))
  }
  endLine()
  return blocks
}

function blockOf(element: HtmlNode, marks: readonly Mark[]): Node[] {
  const { nodes } = schema
  const name = nameOf(element)
  switch (name) {
    case 'p':
      return hasBlocks(element)
        ? blocksOf(element, marks)
        : [nodes.paragraph.create(null, lineOf(element, marks))]
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      // A lesson has one title, which is not in its text.
      return [
        nodes.heading.create({ level: Math.max(3, Number(name[1])) }, withoutBreaks(lineOf(element, []))),
      ]
    case 'blockquote':
      return [nodes.blockquote.create(null, orParagraph(blocksOf(element, marks)))]
    case 'pre': {
      const text = textOf(element).replace(/\r\n?/g, '\n').replace(/\n$/, '')
      return [nodes.code_block.create(null, text ? schema.text(text) : null)]
    }
    case 'hr':
      return [nodes.horizontal_rule.create()]
    case 'ul':
    case 'ol':
      return listOf(element, marks)
    case 'table':
      return tableOf(element)
    default:
      return blocksOf(element, marks)
  }
}

function listOf(element: HtmlNode, marks: readonly Mark[]): Node[] {
  const items: Node[][] = []
  for (const child of childrenOf(element)) {
    if (nameOf(child) === 'li') items.push(blocksOf(child, marks))
    // Some programs put a list that belongs to an item beside it.
    else if (/^[uo]l$/.test(nameOf(child)) && items.length > 0) items.at(-1)!.push(...listOf(child, marks))
    else if (isBlock(child)) items.push(blockOf(child, marks))
  }
  if (items.length === 0) return []
  const content = items.map((blocks) => schema.nodes.list_item.create(null, orParagraph(blocks)))
  if (nameOf(element) === 'ul') return [schema.nodes.bullet_list.create(null, content)]
  const start = Number(element.getAttribute?.('start') ?? 1)
  const isNumber = Number.isInteger(start) && start >= 0 && start <= 999_999_999
  return [schema.nodes.ordered_list.create({ start: isNumber ? start : 1 }, content)]
}

function tableOf(element: HtmlNode): Node[] {
  const rows: Node[] = []
  const search = (parent: HtmlNode) => {
    for (const child of childrenOf(parent)) {
      if (nameOf(child) !== 'tr') {
        if (/^(?:thead|tbody|tfoot)$/.test(nameOf(child))) search(child)
        continue
      }
      const cells = childrenOf(child).filter((cell) => /^t[dh]$/.test(nameOf(cell)))
      const content = cells.map((cell) =>
        schema.nodes.table_cell.create(null, withoutBreaks(lineOf(cell, []))),
      )
      if (content.length > 0) rows.push(schema.nodes.table_row.create(null, content))
    }
  }
  search(element)
  if (rows.length === 0) return []
  const columns = Math.max(...rows.map((row) => row.childCount))
  const missing = (row: Node) =>
    Array.from({ length: columns - row.childCount }, () => schema.nodes.table_cell.create())
  const complete = rows.map((row) => row.copy(row.content.append(Fragment.fromArray(missing(row)))))
  return [schema.nodes.table.create({ align: Array.from({ length: columns }, () => null) }, complete)]
}

function orParagraph(blocks: Node[]): Node[] {
  return blocks.length > 0 ? blocks : [schema.nodes.paragraph.create()]
}

function lineOf(element: HtmlNode, marks: readonly Mark[]): Fragment {
  return Fragment.fromArray(childrenOf(element).flatMap((child) => inlineOf(child, marks)))
}

function withoutBreaks(line: Fragment): Fragment {
  return Fragment.fromArray(
    line.content.map((node) => (node.type === schema.nodes.hard_break ? schema.text(' ') : node)),
  )
}

function inlineOf(node: HtmlNode, marks: readonly Mark[]): Node[] {
  const name = nameOf(node)
  if (name === '#text') {
    const text = (node.nodeValue ?? '').replace(/[ \t\r\n]+/g, ' ').replaceAll('\u00A0', ' ')
    return text ? [schema.text(text, marks)] : []
  }
  if (DROPPED.test(name)) return []
  if (name === 'br') return [schema.nodes.hard_break.create()]
  if (name === 'img') return pictureOf(node, marks)
  return childrenOf(node).flatMap((child) => inlineOf(child, marksOf(node, marks)))
}

/** Only pictures with a safe address. Word processors have pictures in files of the author's computer. */
function pictureOf(image: HtmlNode, marks: readonly Mark[]): Node[] {
  const src = image.getAttribute?.('src') ?? ''
  const alt = (image.getAttribute?.('alt') ?? '').replace(/\s+/g, ' ').trim()
  if (/^(?:https?:\/\/|\/)/i.test(src) && isSafeTarget(src)) return [schema.nodes.image.create({ src, alt })]
  return alt ? [schema.text(alt, marks)] : []
}

function marksOf(element: HtmlNode, marks: readonly Mark[]): readonly Mark[] {
  const { strong, em, code, link } = schema.marks
  const name = nameOf(element)
  const style = element.getAttribute?.('data-style') ?? ''
  let result = marks
  if (NOT_BOLD.test(style)) result = strong.removeFromSet(result)
  else if (name === 'strong' || name === 'b' || BOLD.test(style)) result = strong.create().addToSet(result)
  if (name === 'em' || name === 'i' || ITALIC.test(style)) result = em.create().addToSet(result)
  if (/^(?:code|tt|kbd|samp)$/.test(name)) result = code.create().addToSet(result)
  const href = name === 'a' ? (element.getAttribute?.('href') ?? '') : ''
  if (/^(?:https?:|mailto:)/i.test(href) && isSafeTarget(href))
    result = link.create({ href }).addToSet(result)
  return result
}

function textOf(node: HtmlNode): string {
  if (nameOf(node) === '#text') return node.nodeValue ?? ''
  if (nameOf(node) === 'br') return '\n'
  return childrenOf(node).map(textOf).join('')
}
