import { Bold, Code, Heading, Image, Italic, Link2, List, ListOrdered, Sigma, TextQuote } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, useId, useRef } from 'react'
import { Button, Toolbar } from 'react-aria-components'
import { controlClass, FieldFrame, noteId } from '../../ui/components/field-frame.tsx'
import { useText } from '../use-text.ts'
import { insertPicture, replaceSelection, type Selected, toggleMark, togglePrefix } from './markdown-marks.ts'

export interface ChosenPicture {
  url: string
  alt: string
}

interface Given {
  value: string
  onChange: (markdown: string) => void
  label: string
  name?: string
  hint?: string | undefined
  error?: string | undefined
  isDisabled?: boolean
  rows?: number
  /** Asks for a picture and its alternative text, or for the text of a pasted file. Without it there are no pictures. */
  onUpload?: ((file?: File) => Promise<ChosenPicture | undefined>) | undefined
}

/** A text in Markdown, with buttons and keys for its marks. */
export function MarkdownField({
  value,
  onChange,
  label,
  name,
  hint,
  error,
  isDisabled = false,
  rows = 5,
  onUpload,
}: Given) {
  const { t } = useText()
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const change = (how: (selected: Selected) => Selected) => {
    const { value: text, selectionStart: start, selectionEnd: end } = area.current!
    const changed = how({ text, start, end })
    onChange(changed.text)
    // After React has written the text.
    requestAnimationFrame(() => {
      area.current?.focus()
      area.current?.setSelectionRange(changed.start, changed.end)
    })
  }
  const mark = (sign: string) => () => change((selected) => toggleMark(selected, sign))
  const prefix = (sign: string) => () => change((selected) => togglePrefix(selected, sign))
  const link = () =>
    change((selected) => {
      const words = selected.text.slice(selected.start, selected.end) || t('markdown.linkText')
      const at = words.length + 3
      return replaceSelection(selected, `[${words}](https://)`, [at, at + 8])
    })
  const picture = async (file?: File) => {
    const chosen = await onUpload?.(file)
    if (chosen) change((selected) => insertPicture(selected, chosen))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    const action = { b: mark('**'), i: mark('*'), e: mark('`'), k: link }[event.key.toLowerCase()]
    if (!action) return
    event.preventDefault()
    action()
  }
  const onPaste = (event: ClipboardEvent) => {
    const file = [...event.clipboardData.files].find(({ type }) => type.startsWith('image/'))
    if (!file || !onUpload) return
    event.preventDefault()
    void picture(file)
  }
  const buttons = [
    { text: t('markdown.bold'), Icon: Bold, act: mark('**') },
    { text: t('markdown.italic'), Icon: Italic, act: mark('*') },
    { text: t('markdown.code'), Icon: Code, act: mark('`') },
    { text: t('markdown.link'), Icon: Link2, act: link },
    { text: t('richText.maths'), Icon: Sigma, act: mark('$') },
    { text: t('markdown.heading'), Icon: Heading, act: prefix('### ') },
    { text: t('markdown.list'), Icon: List, act: prefix('- ') },
    { text: t('markdown.numbers'), Icon: ListOrdered, act: prefix('1. ') },
    { text: t('markdown.quote'), Icon: TextQuote, act: prefix('> ') },
    ...(onUpload ? [{ text: t('markdown.picture'), Icon: Image, act: () => void picture() }] : []),
  ]
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <div className={`overflow-hidden ${controlClass(error)} !px-0 focus-within:border-primary`}>
        <Toolbar
          aria-label={t('markdown.toolbar', { label })}
          className="flex gap-0.5 overflow-x-auto border-line border-b bg-sunken/60 px-1 py-0.5"
        >
          {buttons.map(({ text, Icon, act }) => (
            <Button
              key={text}
              aria-label={text}
              isDisabled={isDisabled}
              onPress={act}
              className="grid size-11 flex-none place-items-center rounded-lg text-ink-2 outline-none hover:bg-sunken hover:text-ink data-[focus-visible]:outline-3 data-[focus-visible]:outline-primary data-[focus-visible]:-outline-offset-3"
            >
              <Icon size={18} aria-hidden="true" />
            </Button>
          ))}
        </Toolbar>
        <textarea
          ref={area}
          id={id}
          name={name}
          dir="auto"
          rows={rows}
          value={value}
          disabled={isDisabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? noteId(id) : undefined}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          className="field-sizing-content block max-h-[60dvh] w-full resize-none bg-transparent px-3.5 py-3 text-[16px] leading-relaxed outline-none"
        />
      </div>
    </FieldFrame>
  )
}
