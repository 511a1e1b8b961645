import { ChevronDown } from 'lucide-react'
import { type SelectHTMLAttributes, useId } from 'react'
import { controlClass, FieldFrame, noteId } from './field-frame.tsx'

interface Given extends SelectHTMLAttributes<HTMLSelectElement> {
  label: string
  hint?: string | undefined
  error?: string | undefined
  /** The label is for screen readers only; the chosen option says enough. */
  isLabelHidden?: boolean
  options: readonly { id: string; text: string }[]
}

/** A choice from a long list, with the picker of the device. */
export function SelectField({ label, hint, error, isLabelHidden, options, className, ...select }: Given) {
  const id = useId()
  return (
    <FieldFrame
      id={id}
      label={label}
      hint={hint}
      error={error}
      isLabelHidden={isLabelHidden}
      className={className}
    >
      <span className="relative block">
        <select
          {...select}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? noteId(id) : undefined}
          className={`min-h-13 appearance-none pe-11 ${controlClass(error)}`}
        >
          {options.map((option) => (
            <option key={option.id} value={option.id}>
              {option.text}
            </option>
          ))}
        </select>
        <ChevronDown
          size={20}
          aria-hidden="true"
          className="pointer-events-none absolute end-3.5 top-1/2 -translate-y-1/2 text-ink-3"
        />
      </span>
    </FieldFrame>
  )
}
