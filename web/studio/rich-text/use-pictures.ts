import type { EditorView } from 'prosemirror-view'
import { useState } from 'react'
import { useText } from '../use-text.ts'
import { insertInline } from './commands.ts'
import { schema } from './schema.ts'

export interface Picture {
  url: string
  alt: string
}

/** Chooses and uploads pictures, and inserts them. `askForAlt` is called for a picture without a text alternative. */
export function usePictures(
  store: ((file: File) => Promise<Picture | undefined>) | undefined,
  askForAlt: (picture: Picture) => void,
) {
  const { t } = useText()
  const [isUploading, setUploading] = useState(false)
  const [error, setError] = useState<string>()

  const upload = async (view: EditorView | undefined, files: File[]) => {
    if (!view || !store) return
    setUploading(true)
    setError(undefined)
    try {
      for (const file of files) {
        const picture = await store(file)
        if (!picture) continue
        if (!picture.alt.trim()) askForAlt(picture)
        else
          insertInline(schema.nodes.image.create({ src: picture.url, alt: picture.alt }))(
            view.state,
            view.dispatch,
          )
      }
    } catch (fault) {
      setError(fault instanceof Error && fault.message ? fault.message : t('richText.uploadFailed'))
    } finally {
      setUploading(false)
    }
  }

  const choose = (view: EditorView | undefined) => {
    const input = document.createElement('input')
    input.type = 'file'
    input.accept = 'image/*'
    input.addEventListener('change', () => void upload(view, [...(input.files ?? [])]))
    input.click()
  }

  return { upload, choose, isUploading, error }
}
