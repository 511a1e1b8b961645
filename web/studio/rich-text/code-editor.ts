import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { commonmarkLanguage, markdownKeymap } from '@codemirror/lang-markdown'
import { defaultHighlightStyle, HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { Compartment, EditorState } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'

interface Shown {
  value: string
  label: string
  /** Its description or error. */
  note: string
  isInvalid: boolean
  isDisabled: boolean
}

export interface CodeEditor {
  update(shown: Shown): void
  focus(): void
  destroy(): void
}

const LOOK = EditorView.theme({
  '&': { color: 'var(--ink)', backgroundColor: 'transparent', fontSize: '15px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-content': {
    fontFamily: 'ui-monospace, "SFMono-Regular", Menlo, Consolas, "Liberation Mono", monospace',
    padding: '14px',
    minHeight: '12rem',
    caretColor: 'var(--ink)',
    lineHeight: '1.6',
  },
  '.cm-line': { padding: '0' },
})
/** Bold headings and the like. The colours of the default style are for white pages. */
const MARKS = HighlightStyle.define(defaultHighlightStyle.specs.map(({ color, ...look }) => look))
const NOTE_ID = 'note'

/**
 * Creates a CodeMirror editor in a shadow root: there its styles are a constructed style sheet, while in a document they would be
 * a style element, which the policy of the page refuses.
 */
export function createCodeEditor(
  host: HTMLElement,
  value: string,
  onChange: (text: string) => void,
): CodeEditor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  const note = document.createElement('p')
  note.id = NOTE_ID
  note.hidden = true
  const shown = new Compartment()
  let current = value
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: value,
      extensions: [
        history(),
        commonmarkLanguage,
        syntaxHighlighting(MARKS),
        EditorView.lineWrapping,
        LOOK,
        // Tab leaves the field.
        keymap.of([...markdownKeymap, ...defaultKeymap, ...historyKeymap]),
        shown.of([]),
        EditorView.updateListener.of((update) => {
          if (!update.docChanged) return
          const text = update.state.doc.toString()
          if (text === current) return
          current = text
          onChange(text)
        }),
      ],
    }),
  })
  root.append(note)
  return {
    update: (next) => {
      note.textContent = next.note
      view.dispatch({ effects: shown.reconfigure(extensionsFor(next)) })
      if (next.value === current) return
      current = next.value
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next.value } })
    },
    focus: () => view.focus(),
    destroy: () => {
      view.destroy()
      note.remove()
    },
  }
}

function extensionsFor({ label, note, isInvalid, isDisabled }: Shown) {
  return [
    EditorState.readOnly.of(isDisabled),
    EditorView.contentAttributes.of({
      dir: 'auto',
      'aria-label': `${label} (Markdown)`,
      ...(note && { 'aria-describedby': NOTE_ID }),
      ...(isInvalid && { 'aria-invalid': 'true' }),
      ...(isDisabled && { 'aria-disabled': 'true' }),
    }),
  ]
}
