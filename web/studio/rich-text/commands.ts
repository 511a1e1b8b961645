import { chainCommands, lift, setBlockType, toggleMark, wrapIn } from 'prosemirror-commands'
import type { MarkType, Node, NodeType } from 'prosemirror-model'
import { liftListItem, wrapInList } from 'prosemirror-schema-list'
import { type Command, type EditorState, NodeSelection, TextSelection } from 'prosemirror-state'
import { schema } from './schema.ts'

const { nodes, marks } = schema
/** Inside of slides, headings of the first two levels belong to the lesson and its slides. */
const HEADING_LEVEL = 3

export const toggleStrong = toggleMark(marks.strong)
export const toggleEm = toggleMark(marks.em)
export const toggleCode = toggleMark(marks.code)

export function isMarked(state: EditorState, type: MarkType): boolean {
  const { from, to, empty, $from } = state.selection
  if (empty) return Boolean(type.isInSet(state.storedMarks ?? $from.marks()))
  return state.doc.rangeHasMark(from, to, type)
}

export function isInside(state: EditorState, type: NodeType): boolean {
  const { $from } = state.selection
  for (let depth = $from.depth; depth > 0; depth--) if ($from.node(depth).type === type) return true
  return false
}

const toggleBlock =
  (type: NodeType, attrs?: Record<string, unknown>): Command =>
  (state, dispatch) =>
    (isInside(state, type) ? setBlockType(nodes.paragraph) : setBlockType(type, attrs))(state, dispatch)

export const toggleHeading = toggleBlock(nodes.heading, { level: HEADING_LEVEL })
export const toggleCodeBlock = toggleBlock(nodes.code_block)

export const toggleQuote: Command = (state, dispatch) =>
  (isInside(state, nodes.blockquote) ? lift : wrapIn(nodes.blockquote))(state, dispatch)

/** Makes a list, ends it, or changes its kind. */
export const toggleList =
  (type: NodeType): Command =>
  (state, dispatch) => {
    const { $from } = state.selection
    for (let depth = $from.depth; depth > 0; depth--) {
      const around = $from.node(depth)
      if (around.type !== nodes.bullet_list && around.type !== nodes.ordered_list) continue
      if (around.type === type) return liftListItem(nodes.list_item)(state, dispatch)
      dispatch?.(state.tr.setNodeMarkup($from.before(depth), type, { isLoose: around.attrs.isLoose }))
      return true
    }
    return chainCommands(wrapInList(type))(state, dispatch)
  }

/** The link around the cursor or in the selection, with the whole text that has it. */
export function linkAt(state: EditorState): { href: string; from: number; to: number } | undefined {
  const { $from, from, to, empty } = state.selection
  const link = empty
    ? marks.link.isInSet($from.marks()) || marks.link.isInSet($from.nodeAfter?.marks ?? [])
    : firstLink(state.doc, from, to)
  if (!link) return undefined
  const parent = $from.parent
  let found: { href: string; from: number; to: number } | undefined
  let isInRun = false
  parent.forEach((child, offset) => {
    const start = $from.start() + offset
    const end = start + child.nodeSize
    if (!link.isInSet(child.marks)) {
      isInRun = false
      return
    }
    if (isInRun && found) found.to = end
    else if (!found || found.to < from) found = { href: link.attrs.href, from: start, to: end }
    isInRun = true
  })
  return found
}

function firstLink(doc: Node, from: number, to: number) {
  let found: ReturnType<typeof marks.link.isInSet>
  doc.nodesBetween(from, to, (node) => {
    found ??= marks.link.isInSet(node.marks)
  })
  return found
}

export const setLink =
  (href: string, text: string): Command =>
  (state, dispatch) => {
    const link = marks.link.create({ href })
    const current = linkAt(state)
    const { from, to } = current ?? state.selection
    const tr = state.tr
    if (from === to) tr.replaceSelectionWith(schema.text(text || href, [link]), false)
    else tr.removeMark(from, to, marks.link).addMark(from, to, link)
    dispatch?.(tr.removeStoredMark(marks.link).scrollIntoView())
    return true
  }

export const removeLink: Command = (state, dispatch) => {
  const current = linkAt(state)
  if (!current) return false
  dispatch?.(state.tr.removeMark(current.from, current.to, marks.link))
  return true
}

/** Inserts a formula or a picture, or replaces the selected one. */
export const insertInline =
  (node: Node): Command =>
  (state, dispatch) => {
    dispatch?.(state.tr.replaceSelectionWith(node, true).scrollIntoView())
    return true
  }

export function selectedNode(state: EditorState, type: NodeType): Node | undefined {
  const { selection } = state
  return selection instanceof NodeSelection && selection.node.type === type ? selection.node : undefined
}

/** Enter in a table goes to the cell below, and from the last row to a new paragraph. */
export const goBelow: Command = (state, dispatch) => {
  const { $from } = state.selection
  if ($from.parent.type !== nodes.table_cell) return false
  const table = $from.node(-2)
  const row = $from.index(-2)
  const column = $from.index(-1)
  const tr = state.tr
  if (row + 1 < table.childCount) {
    const next = table.child(row + 1)
    let position = $from.after(-1) + 1
    for (let index = 0; index < Math.min(column, next.childCount - 1); index++)
      position += next.child(index).nodeSize
    tr.setSelection(TextSelection.create(tr.doc, position + 1))
  } else {
    const after = $from.after(-2)
    tr.insert(after, nodes.paragraph.create())
    tr.setSelection(TextSelection.create(tr.doc, after + 1))
  }
  dispatch?.(tr.scrollIntoView())
  return true
}

export const insertBreak: Command = (state, dispatch) => {
  const { $from } = state.selection
  if ($from.parent.type !== nodes.paragraph) return false
  dispatch?.(state.tr.replaceSelectionWith(nodes.hard_break.create()).scrollIntoView())
  return true
}
