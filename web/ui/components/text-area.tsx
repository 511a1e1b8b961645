import { type TextareaHTMLAttributes, useId } from 'react'
import { controlClass, FieldFrame, noteId } from './field-frame.tsx'

interface Given extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string
  hint?: string | undefined
  error?: string | undefined
}

export function TextArea({ label, hint, error, className, ...area }: Given) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} className={className}>
      <textarea
        rows={4}
        {...area}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || hint ? noteId(id) : undefined}
        className={`block min-h-24 py-3 ${controlClass(error)}`}
      />
    </FieldFrame>
  )
}
