import { type ReactNode, useId } from 'react'

interface Given {
  label: string
  hint?: ReactNode
  isOn: boolean
  onChange: (isOn: boolean) => void
}

/** A setting that is on or off and takes effect immediately. */
export function Switch({ label, hint, isOn, onChange }: Given) {
  const id = useId()
  return (
    <label htmlFor={id} className="flex min-h-13 cursor-pointer items-center justify-between gap-4 py-2">
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <span className="block font-bold">{label}</span>
        {hint && (
          <span id={`${id}-hint`} className="block text-sm text-ink-2">
            {hint}
          </span>
        )}
      </span>
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-checked={isOn}
        aria-label={label}
        aria-describedby={hint ? `${id}-hint` : undefined}
        checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
        className="peer sr-only"
      />
      <span
        aria-hidden="true"
        className="flex h-8 w-14 flex-none items-center rounded-full border-2 border-ink-3 bg-sunken px-1 transition-colors peer-checked:justify-end peer-checked:border-primary peer-checked:bg-primary peer-focus-visible:outline-3 peer-focus-visible:outline-primary peer-focus-visible:outline-offset-3"
      >
        <span className={`size-5 rounded-full ${isOn ? 'bg-on-primary' : 'bg-ink-3'}`} />
      </span>
    </label>
  )
}
