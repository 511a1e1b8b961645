import type { ReactNode } from 'react'

interface Given {
  id: string
  label: string
  hint?: ReactNode
  error?: string | undefined
  isLabelHidden?: boolean | undefined
  className?: string | undefined
  children: ReactNode
}

/** The label above a control, and its hint or error below. The control refers to `noteId(id)`. */
export function FieldFrame({ id, label, hint, error, isLabelHidden, className = '', children }: Given) {
  const note = error ?? hint
  return (
    <div className={className}>
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'mb-1.5 block text-[15px] font-bold'}>
        {label}
      </label>
      {children}
      {note && (
        <p id={noteId(id)} className={`mt-1.5 text-sm ${error ? 'font-semibold text-bad' : 'text-ink-2'}`}>
          {note}
        </p>
      )}
    </div>
  )
}

export const noteId = (id: string): string => `${id}-note`

export const controlClass = (error: string | undefined): string =>
  `w-full rounded-control border-2 bg-surface px-3.5 text-[16px] text-ink outline-none focus:border-primary ${error ? 'border-bad' : 'border-line'}`
