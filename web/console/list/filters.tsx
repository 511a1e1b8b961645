import { ChevronDown, Filter } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'

const TYPING_MS = 250
const CONTROL =
  'min-h-11 w-full rounded-[11px] border border-line bg-surface text-[15px] text-ink focus:border-primary'

/** The filters above a list. */
export function Filters({ children }: { children: ReactNode }) {
  return <div className="mt-4 flex flex-wrap gap-2.5">{children}</div>
}

interface SelectGiven {
  label: string
  value: string | undefined
  onChange: (value: string) => void
  options: readonly { id: string; text: string }[]
}

/** A choice of one value; the first option of the list is "any". */
export function SelectFilter({ label, value = '', onChange, options }: SelectGiven) {
  return (
    <span className="relative block max-sm:flex-1 max-sm:basis-36">
      <select
        aria-label={label}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className={`appearance-none ps-3 pe-9 font-semibold ${CONTROL}`}
      >
        {options.map(({ id, text }) => (
          <option key={id} value={id}>
            {text}
          </option>
        ))}
      </select>
      <ChevronDown
        size={17}
        aria-hidden="true"
        className="pointer-events-none absolute end-3 top-1/2 -translate-y-1/2 text-ink-3"
      />
    </span>
  )
}

interface TextGiven {
  label: string
  value: string | undefined
  onChange: (value: string) => void
}

/** A text that the list follows after a pause. */
export function TextFilter({ label, value = '', onChange }: TextGiven) {
  const id = useId()
  const [typed, setTyped] = useState(value)
  // The address follows what is typed, with a delay: only another value in it, such as that of a cleared filter, is taken over.
  const followed = useRef(value)
  useEffect(() => {
    if (value !== followed.current) setTyped(value)
    followed.current = value
  }, [value])
  useEffect(() => {
    if (typed.trim() === value) return
    const timer = setTimeout(() => {
      followed.current = typed.trim()
      onChange(typed.trim())
    }, TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed, value, onChange])
  return (
    <span className="relative block min-w-0 flex-1 basis-64">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <Filter
        size={17}
        aria-hidden="true"
        className="pointer-events-none absolute start-3 top-1/2 -translate-y-1/2 text-ink-3"
      />
      <input
        id={id}
        placeholder={label}
        value={typed}
        maxLength={254}
        onChange={({ target }) => setTyped(target.value)}
        className={`ps-9.5 pe-3 placeholder:text-ink-3 ${CONTROL}`}
      />
    </span>
  )
}
