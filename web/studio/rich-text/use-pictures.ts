import type { EditorView } from 'prosemirror-view'
import { useState } from 'react'
import { useText } from '../use-text.ts'
import { insertInline } from './commands.ts'
import { schema } from './schema.ts'

export interface Picture {
  url: string
  alt: string
}

interface Given {
  store: ((file: File) => Promise<Picture | undefined>) | undefined
  /** A form for pictures, which shows its own progress. */
  ask: ((file?: File) => Promise<Picture | undefined>) | undefined
  /** Called for a picture without a text alternative. */
  askForAlt: (picture: Picture) => void
}

/** Chooses and uploads pictures, and inserts them. */
export function usePictures({ store, ask, askForAlt }: Given) {
  const { t } = useText()
  const [isUploading, setUploading] = useState(false)
  const [error, setError] = useState<string>()

  const insert = (view: EditorView, picture: Picture | undefined) => {
    if (!picture || view.isDestroyed) return
    if (!picture.alt.trim()) return askForAlt(picture)
    const { url: src, alt } = picture
    insertInline(schema.nodes.image.create({ src, alt }))(view.state, view.dispatch)
  }

  const askFor = async (view: EditorView, file?: File) => {
    insert(view, await ask!(file))
    // The form gives the focus back first.
    setTimeout(() => !view.isDestroyed && view.focus())
  }

  const upload = async (view: EditorView | undefined, files: File[]) => {
    if (!view) return
    if (ask) {
      for (const file of files) await askFor(view, file)
      return
    }
    if (!store) return
    setUploading(true)
    setError(undefined)
    try {
      for (const file of files) insert(view, await store(file))
    } catch (fault) {
      setError(fault instanceof Error && fault.message ? fault.message : t('richText.uploadFailed'))
    } finally {
      setUploading(false)
    }
  }

  const choose = (view: EditorView | undefined) => {
    if (ask) {
      if (view) void askFor(view)
      return
    }
    const input = document.createElement('input')
    input.type = 'file'
    input.accept = 'image/*'
    input.addEventListener('change', () => void upload(view, [...(input.files ?? [])]))
    input.click()
  }

  return { upload, choose, canStore: Boolean(store ?? ask), isUploading, error }
}
