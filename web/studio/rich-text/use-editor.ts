import { history } from 'prosemirror-history'
import { EditorState, Selection } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { type RefCallback, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { selectedNode } from './commands.ts'
import { inputRulePlugin } from './input-rules.ts'
import { type KeyActions, keyPlugins } from './keys.ts'
import { parseMarkdown } from './parse-markdown.ts'
import { type PasteActions, pastePlugin } from './paste.ts'
import { printMarkdown } from './print-markdown.ts'
import { schema } from './schema.ts'

interface Given extends KeyActions, PasteActions {
  value: string
  onChange: (markdown: string) => void
  isDisabled: boolean
  /** The Markdown editor is shown instead. */
  isHidden: boolean
  /** Otherwise a formula is shown as it is written. */
  hasFormulas: boolean
  autoFocus: boolean
  attributes: Record<string, string>
  /** Opens the dialog of a formula or picture. */
  editNode: (kind: 'maths' | 'picture') => void
  /** What a block that only Markdown can edit is called. */
  sourceLabel: string
}

export interface Editor {
  mount: RefCallback<HTMLDivElement>
  view: EditorView | undefined
  state: EditorState | undefined
}

/** A ProseMirror editor of Markdown. It follows `value` unless the value is what it has written itself. */
export function useEditor(given: Given): Editor {
  const latest = useRef(given)
  latest.current = given
  const written = useRef(given.value)
  const [view, setView] = useState<EditorView>()
  const [state, setState] = useState<EditorState>()

  const mount = useCallback((element: HTMLDivElement | null) => {
    if (!element) return
    const created = new EditorView(element, {
      state: newState(latest),
      editable: () => !latest.current.isDisabled,
      attributes: () => ({ class: 'rich-text slide-text', dir: 'auto', ...latest.current.attributes }),
      // A block that only Markdown can edit is not replaced by a key that was pressed by accident.
      handleTextInput: (_, _from, _to, text) => typeAfterSource(created, text),
      handleDOMEvents: { keydown: () => readSelection(element) },
      handleDoubleClickOn: (_, _at, node) => {
        const kind =
          node.type === schema.nodes.math ? 'maths' : node.type === schema.nodes.image ? 'picture' : undefined
        if (!kind || latest.current.isDisabled) return false
        if (kind === 'maths' && !latest.current.hasFormulas) return false
        latest.current.editNode(kind)
        return true
      },
      nodeViews: {
        markdown_block: (node) => ({ dom: sourceBlock(latest.current.sourceLabel, node.attrs.source) }),
        ...(!latest.current.hasFormulas && { math: (node) => ({ dom: writtenFormula(node.attrs.source) }) }),
      },
      dispatchTransaction: (tr) => {
        const next = created.state.apply(tr)
        created.updateState(next)
        setState(next)
        if (!tr.docChanged) return
        const markdown = printMarkdown(next.doc)
        if (markdown === written.current) return
        written.current = markdown
        latest.current.onChange(markdown)
      },
    })
    setView(created)
    setState(created.state)
    if (latest.current.autoFocus) created.focus()
    return () => {
      created.destroy()
      setView(undefined)
    }
  }, [])

  const { value, isHidden } = given
  // With the rendering, not after it: between the two the author could type, and the value would be an old one.
  useLayoutEffect(() => {
    if (!view || isHidden || value === written.current) return
    written.current = value
    const doc = parseMarkdown(value)
    const tr = view.state.tr.replaceWith(0, view.state.doc.content.size, doc.content)
    for (const [name, attribute] of Object.entries(doc.attrs)) tr.setDocAttribute(name, attribute)
    const next = view.state.apply(tr.setSelection(Selection.atStart(tr.doc)))
    view.updateState(next)
    setState(next)
  }, [view, value, isHidden])

  // The attributes and whether the text can be edited are read again.
  const { isDisabled } = given
  const attributes = JSON.stringify(given.attributes)
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are what the editor shows.
  useEffect(() => view?.setProps({}), [view, isDisabled, attributes])

  return { mount, view, state }
}

/**
 * Lets the editor read the selection before it handles a key. The browser reports a moved selection late: after Ctrl+A and
 * End, typed fast, Enter would replace the whole text.
 */
function readSelection(element: HTMLElement): void {
  element.ownerDocument.dispatchEvent(new Event('selectionchange'))
}

function newState(latest: { current: Given }): EditorState {
  return EditorState.create({
    schema,
    doc: parseMarkdown(latest.current.value),
    plugins: [
      inputRulePlugin(latest.current.hasFormulas),
      pastePlugin(() => latest.current),
      ...keyPlugins({
        editLink: () => latest.current.editLink(),
        editFormula: () => latest.current.editFormula(),
        focusToolbar: () => latest.current.focusToolbar(),
      }),
      history(),
    ],
  })
}

function typeAfterSource(view: EditorView, text: string): boolean {
  const { state } = view
  if (!selectedNode(state, schema.nodes.markdown_block)) return false
  const after = state.selection.to
  const tr = state.tr.insert(after, schema.nodes.paragraph.create(null, schema.text(text)))
  view.dispatch(tr.setSelection(Selection.near(tr.doc.resolve(after + 1 + text.length), -1)))
  return true
}

function writtenFormula(source: string): HTMLElement {
  const span = document.createElement('span')
  span.textContent = source
  return span
}

function sourceBlock(label: string, source: string): HTMLElement {
  const figure = document.createElement('figure')
  const caption = document.createElement('figcaption')
  const pre = document.createElement('pre')
  figure.className = 'rich-text-source'
  caption.textContent = label
  pre.textContent = source
  pre.dir = 'auto'
  figure.append(caption, pre)
  return figure
}
