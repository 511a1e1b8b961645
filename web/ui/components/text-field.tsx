import { type InputHTMLAttributes, type ReactNode, useId } from 'react'

interface Given extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  hint?: string | undefined
  error?: string | undefined
  /** Beside the text, inside the frame. */
  icon?: ReactNode
  /** The label is for screen readers only; the placeholder says the same. */
  isLabelHidden?: boolean
  end?: ReactNode
}

export function TextField({
  label,
  hint,
  error,
  icon,
  end,
  isLabelHidden = false,
  className = '',
  ...input
}: Given) {
  const id = useId()
  const noteId = `${id}-note`
  const note = error ?? hint
  return (
    <div className={className}>
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'mb-1.5 block text-[15px] font-bold'}>
        {label}
      </label>
      <div
        className={`flex min-h-13 items-center gap-2.5 rounded-control border-2 bg-surface px-3.5 focus-within:border-primary ${error ? 'border-bad' : 'border-line'}`}
      >
        {icon && <span className="text-ink-3">{icon}</span>}
        <input
          {...input}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? noteId : undefined}
          className="w-full min-w-0 flex-1 bg-transparent py-3 text-[16px] text-ink outline-none placeholder:text-ink-3"
        />
        {end}
      </div>
      {note && (
        <p id={noteId} className={`mt-1.5 text-sm ${error ? 'font-semibold text-bad' : 'text-ink-2'}`}>
          {note}
        </p>
      )}
    </div>
  )
}
