import { Fragment, Slice } from 'prosemirror-model'
import { Plugin, Selection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { parseHtml } from './parse-html.ts'
import { parseBlocks } from './parse-markdown.ts'
import { printMarkdown } from './print-markdown.ts'
import { reduceHtml } from './reduce-html.ts'
import { schema } from './schema.ts'

export interface PasteActions {
  /** Uploads pictures, or undefined if that is not possible here. */
  uploadPictures: ((files: File[]) => void) | undefined
}

/** Pastes pictures, HTML reduced to the schema, and Markdown. Copies are Markdown for other programs. */
export function pastePlugin(actions: () => PasteActions): Plugin {
  const take = (view: EditorView, data: DataTransfer | null): boolean => {
    const pictures = [...(data?.files ?? [])].filter((file) => file.type.startsWith('image/'))
    const html = data?.getData('text/html') ?? ''
    const text = data?.getData('text/plain') ?? ''
    const { uploadPictures } = actions()
    if (pictures.length > 0 && uploadPictures && !text) {
      uploadPictures(pictures)
      return true
    }
    if (!html && !text) return false
    const slice = sliceOf(view, html, text)
    view.dispatch(view.state.tr.replaceSelection(slice).scrollIntoView().setMeta('paste', true))
    return true
  }
  return new Plugin({
    props: {
      clipboardTextSerializer: (slice) => markdownOf(slice),
      handleDOMEvents: {
        paste: (view, event) => {
          if (!view.editable || !take(view, event.clipboardData)) return false
          event.preventDefault()
          return true
        },
        drop: (view, event) => {
          // The editor itself moves what is dragged inside of it.
          if (!view.editable || view.dragging || !event.dataTransfer) return false
          const at = view.posAtCoords({ left: event.clientX, top: event.clientY })
          if (!at) return false
          event.preventDefault()
          const { state } = view
          view.dispatch(state.tr.setSelection(Selection.near(state.doc.resolve(at.pos))))
          return take(view, event.dataTransfer)
        },
      },
    },
  })
}

function sliceOf(view: EditorView, html: string, text: string): Slice {
  if (view.state.selection.$from.parent.type.spec.code) {
    const plain = text.replace(/\r\n?/g, '\n')
    return plain ? new Slice(Fragment.from(schema.text(plain)), 0, 0) : Slice.empty
  }
  // What was copied here is Markdown in its text, with everything that HTML would lose.
  const isOwn = html.includes('data-pm-slice')
  const blocks = html && !isOwn ? reduceHtml(parseHtml(html)) : parseBlocks(text)
  return Slice.maxOpen(Fragment.fromArray(blocks))
}

function markdownOf(slice: Slice): string {
  const { content } = slice
  const isInline = content.firstChild?.isInline
  const isCell =
    content.firstChild?.type === schema.nodes.table_row ||
    content.firstChild?.type === schema.nodes.table_cell
  if (isCell || content.firstChild?.type.spec.code) return content.textBetween(0, content.size, '\n')
  const blocks = isInline
    ? Fragment.from(schema.nodes.paragraph.create(null, content))
    : withItemsInList(content)
  return printMarkdown(schema.nodes.doc.create(null, blocks))
}

function withItemsInList(content: Fragment): Fragment {
  return content.firstChild?.type === schema.nodes.list_item
    ? Fragment.from(schema.nodes.bullet_list.create(null, content))
    : content
}
