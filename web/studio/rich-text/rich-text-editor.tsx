import { useId, useRef, useState } from 'react'
import { FormError } from '../../ui/components/form-error.tsx'
import { useText } from '../use-text.ts'
import { EditDialog, type Editing } from './edit-dialog.tsx'
import { EditorToolbar } from './editor-toolbar.tsx'
import { MarkdownEditor } from './markdown-editor.tsx'
import type { RichTextFieldProps } from './rich-text-field.tsx'
import { useEditor } from './use-editor.ts'
import { usePictures } from './use-pictures.ts'

/** The rich text editor, with its toolbar and the switch to Markdown. */
export function RichTextEditor(props: RichTextFieldProps) {
  const { label, description, errorMessage, isDisabled = false, onUploadPicture, onAskPicture } = props
  const { hasFormulas = true, autoFocus = false } = props
  const { t } = useText()
  const id = useId()
  const [isMarkdown, setMarkdown] = useState(false)
  const [editing, setEditing] = useState<Editing>()
  const toolbar = useRef<HTMLDivElement>(null)
  const note = errorMessage ?? description
  const noteId = note ? `${id}-note` : undefined
  const pictures = usePictures({
    store: onUploadPicture,
    ask: onAskPicture,
    askForAlt: (picture) => setEditing({ kind: 'picture', picture }),
  })
  const editor = useEditor({
    value: props.value,
    onChange: props.onChange,
    isDisabled,
    isHidden: isMarkdown,
    hasFormulas,
    autoFocus,
    attributes: {
      id,
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-labelledby': `${id}-label`,
      ...(noteId && { 'aria-describedby': noteId }),
      ...(errorMessage && { 'aria-invalid': 'true' }),
      ...(isDisabled && { 'aria-disabled': 'true' }),
    },
    sourceLabel: t('richText.source'),
    editNode: (kind) => setEditing({ kind }),
    editLink: () => setEditing({ kind: 'link' }),
    editFormula: () => {
      if (hasFormulas && !isDisabled) setEditing({ kind: 'maths' })
    },
    focusToolbar: () => toolbar.current?.querySelector<HTMLElement>('button:not(:disabled)')?.focus(),
    uploadPictures: pictures.canStore ? (files) => void pictures.upload(editor.view, files) : undefined,
  })
  const close = () => {
    setEditing(undefined)
    // The dialog gives the focus back first.
    setTimeout(() => editor.view?.focus())
  }
  return (
    <div className="rich-text-field">
      <div className="mb-1.5 flex items-center justify-between gap-4">
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: as for any label, a click moves the focus; the keyboard has Tab. */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the same. */}
        <span id={`${id}-label`} onClick={() => editor.view?.focus()} className="text-[15px] font-bold">
          {label}
        </span>
        <button
          type="button"
          role="switch"
          aria-checked={isMarkdown}
          onClick={() => setMarkdown(!isMarkdown)}
          className="min-h-11 rounded-[11px] border-[1.5px] border-line bg-surface px-3 text-sm font-bold text-ink-2 hover:bg-sunken aria-checked:border-primary aria-checked:bg-primary-soft aria-checked:text-primary"
        >
          Markdown
        </button>
      </div>
      <div
        className={`rounded-control border-2 bg-surface focus-within:border-primary ${errorMessage ? 'border-bad' : 'border-line'}`}
      >
        {isMarkdown ? (
          <MarkdownEditor
            value={props.value}
            onChange={props.onChange}
            label={label}
            note={note}
            isInvalid={errorMessage !== undefined}
            isDisabled={isDisabled}
          />
        ) : (
          <EditorToolbar
            ref={toolbar}
            editor={editor}
            controls={id}
            isDisabled={isDisabled}
            onEdit={setEditing}
            hasFormulas={hasFormulas}
            onChoosePicture={pictures.canStore ? () => pictures.choose(editor.view) : undefined}
          />
        )}
        <div ref={editor.mount} hidden={isMarkdown} />
      </div>
      {note && (
        <p id={noteId} className={`mt-1.5 text-sm ${errorMessage ? 'font-semibold text-bad' : 'text-ink-2'}`}>
          {note}
        </p>
      )}
      <p role="status" className="text-sm text-ink-2">
        {pictures.isUploading && t('richText.uploading')}
      </p>
      <FormError text={pictures.error} />
      {editing && editor.view && (
        <EditDialog
          editing={editing}
          view={editor.view}
          renderFormula={props.renderFormula}
          onClose={close}
        />
      )}
    </div>
  )
}
