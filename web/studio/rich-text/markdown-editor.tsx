import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useText } from '../use-text.ts'
import type { CodeEditor } from './code-editor.ts'

interface Given {
  value: string
  onChange: (markdown: string) => void
  label: string
  note: ReactNode
  isInvalid: boolean
  isDisabled: boolean
}

/** The text as Markdown, in CodeMirror, which is loaded when the author switches to it. */
export function MarkdownEditor({ value, onChange, label, note, isInvalid, isDisabled }: Given) {
  const { t } = useText()
  const host = useRef<HTMLDivElement>(null)
  const editor = useRef<CodeEditor>(undefined)
  const [isLoading, setLoading] = useState(true)
  const latest = useRef({ value, onChange })
  latest.current = { value, onChange }
  const noteText = typeof note === 'string' ? note : ''

  useEffect(() => {
    let isGone = false
    const load = async () => {
      const { createCodeEditor } = await import('./code-editor.ts')
      if (isGone || !host.current) return
      editor.current = createCodeEditor(host.current, latest.current.value, (text) =>
        latest.current.onChange(text),
      )
      setLoading(false)
      editor.current.focus()
    }
    void load()
    return () => {
      isGone = true
      editor.current?.destroy()
      editor.current = undefined
    }
  }, [])

  // With the rendering, not after it: between the two the author could type, and the value would be an old one.
  useLayoutEffect(() => {
    if (!isLoading) editor.current?.update({ value, label, note: noteText, isInvalid, isDisabled })
  }, [isLoading, value, label, noteText, isInvalid, isDisabled])

  return (
    <>
      {isLoading && (
        <p role="status" className="grid min-h-48 place-items-center text-ink-2">
          {t('state.loading')}
        </p>
      )}
      <div ref={host} />
    </>
  )
}
