import { Fragment, type Mark, type Node } from 'prosemirror-model'
import { schema } from './schema.ts'

/** The node as Markdown can say it: for example, without spaces at the end of a paragraph or of bold text. */
export function normalize(node: Node): Node {
  if (node.isText || node.isLeaf) return node
  if (node.type === schema.nodes.code_block) return node
  if (node.isTextblock) return node.copy(normalizeInline(node))
  const children = withoutEmptyParagraphs(node.children.map(normalize))
  const content = Fragment.from(children.length > 0 ? children : schema.nodes.paragraph.create())
  if (isList(node)) return node.type.create({ ...node.attrs, isLoose: mustBeLoose(node, content) }, content)
  return node.copy(
    node.isBlock && node.type.spec.content?.includes('block') ? content : Fragment.from(children),
  )
}

export function isList(node: Node): boolean {
  return node.type === schema.nodes.bullet_list || node.type === schema.nodes.ordered_list
}

function isEmptyParagraph(node: Node | null | undefined): boolean {
  return node?.type === schema.nodes.paragraph && node.childCount === 0
}

function withoutEmptyParagraphs(children: Node[]): Node[] {
  return children.filter((child) => !isEmptyParagraph(child))
}

/** Blank lines exist only between two things, and some things need one between them. */
function mustBeLoose(list: Node, items: Fragment): boolean {
  const all = items.content
  const hasGap = all.length > 1 || all.some((item) => item.childCount > 1)
  const needsGap = all.some((item) =>
    item.children.some((child, index) => index > 0 && !canFollow(item.child(index - 1), child)),
  )
  return needsGap || (hasGap && list.attrs.isLoose)
}

/** Whether the block can begin on the line after the other one, without a blank line between. */
function canFollow(before: Node, block: Node): boolean {
  const { paragraph, table, blockquote } = schema.nodes
  const endsAlone = ['heading', 'code_block', 'horizontal_rule'].includes(before.type.name)
  if (block.type === paragraph || block.type === table) return endsAlone
  if (before.type === table || !canInterrupt(block)) return false
  return before.type !== block.type || !(isList(block) || block.type === blockquote)
}

/** A list that begins with an empty item, or with another number than 1, does not end a paragraph. */
function canInterrupt(block: Node): boolean {
  if (block.type === schema.nodes.ordered_list && block.attrs.start !== 1) return false
  const first = isList(block)
    ? block.firstChild?.firstChild
    : block.type === schema.nodes.blockquote
      ? block.firstChild
      : undefined
  return !first || (!isEmptyParagraph(first) && canInterrupt(first))
}

function normalizeInline(block: Node): Fragment {
  let nodes = block.children.flatMap((node) =>
    node.isText ? textNode(node.text!.replace(/\r\n?|\n/g, ' '), node.marks) : node,
  )
  for (const mark of [schema.marks.strong, schema.marks.em])
    nodes = withTrimmedRuns(nodes, (node) => mark.isInSet(node.marks))
  return Fragment.fromArray(trimLines(nodes))
}

/** Moves spaces and line breaks at the ends of marked text out of the mark. */
function withTrimmedRuns(nodes: Node[], markOf: (node: Node) => Mark | undefined): Node[] {
  const result: Node[] = []
  for (let at = 0; at < nodes.length; ) {
    const mark = markOf(nodes[at]!)
    let end = at + 1
    if (mark) {
      while (end < nodes.length && markOf(nodes[end]!)) end++
      result.push(...withTrimmedRun(nodes.slice(at, end), mark))
    } else result.push(nodes[at]!)
    at = end
  }
  return result
}

function withTrimmedRun(run: Node[], mark: Mark): Node[] {
  const before: Node[] = []
  const after: Node[] = []
  const inside = [...run]
  const unmarked = (node: Node) => node.mark(mark.removeFromSet(node.marks))
  for (let node = inside[0]; node; node = inside[0]) {
    const [space, rest] = spaceFirst(node)
    if (!space) break
    before.push(unmarked(space))
    if (rest) inside[0] = rest
    else inside.shift()
    if (rest) break
  }
  for (let node = inside.at(-1); node; node = inside.at(-1)) {
    const [rest, space] = spaceLast(node)
    if (!space) break
    after.unshift(unmarked(space))
    if (rest) inside[inside.length - 1] = rest
    else inside.pop()
    if (rest) break
  }
  return [...before, ...inside, ...after]
}

function spaceFirst(node: Node): [space: Node | undefined, rest: Node | undefined] {
  if (node.type === schema.nodes.hard_break) return [node, undefined]
  if (!node.isText || isCode(node)) return [undefined, node]
  const length = /^\s*/.exec(node.text!)![0].length
  return [cut(node, 0, length), cut(node, length, node.text!.length)]
}

function spaceLast(node: Node): [rest: Node | undefined, space: Node | undefined] {
  if (node.type === schema.nodes.hard_break) return [undefined, node]
  if (!node.isText || isCode(node)) return [node, undefined]
  const length = node.text!.trimEnd().length
  return [cut(node, 0, length), cut(node, length, node.text!.length)]
}

/** Removes the spaces at the ends of lines, and line breaks at the ends of the block. */
function trimLines(nodes: Node[]): Node[] {
  const lines: Node[][] = [[]]
  const breaks: Node[] = []
  for (const node of Fragment.fromArray(nodes).content)
    if (node.type === schema.nodes.hard_break) {
      breaks.push(node)
      lines.push([])
    } else lines.at(-1)!.push(node)
  const trimmed = lines.map(trimLine)
  const first = trimmed.findIndex((line) => line.length > 0)
  const last = trimmed.findLastIndex((line) => line.length > 0)
  if (first < 0) return []
  const kept: Node[] = []
  for (let index = first; index <= last; index++) {
    // A line without text would end the paragraph.
    if (index > first && trimmed[index]!.length > 0) kept.push(breaks[index - 1]!)
    kept.push(...trimmed[index]!)
  }
  return kept
}

function trimLine(line: Node[]): Node[] {
  const nodes = [...line]
  for (let node = nodes[0]; node && isPlainText(node); node = nodes[0]) {
    const rest = cut(node, /^[ \t]*/.exec(node.text!)![0].length, node.text!.length)
    if (rest) {
      nodes[0] = rest
      break
    }
    nodes.shift()
  }
  for (let node = nodes.at(-1); node && isPlainText(node); node = nodes.at(-1)) {
    const rest = cut(node, 0, node.text!.replace(/[ \t]+$/, '').length)
    if (rest) {
      nodes[nodes.length - 1] = rest
      break
    }
    nodes.pop()
  }
  return nodes
}

function isPlainText(node: Node): boolean {
  return node.isText && !isCode(node)
}

function isCode(node: Node): boolean {
  return Boolean(schema.marks.code.isInSet(node.marks))
}

function textNode(text: string, marks: readonly Mark[]): Node[] {
  return text === '' ? [] : [schema.text(text, marks)]
}

function cut(node: Node, from: number, to: number): Node | undefined {
  return to > from ? schema.text(node.text!.slice(from, to), node.marks) : undefined
}
