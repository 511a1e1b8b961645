import { ChevronDown } from 'lucide-react'
import { useId } from 'react'

interface Given {
  label: string
  options: readonly { value: string; text: string }[]
  value: string
  onChange: (value: string) => void
}

/** A choice from a longer list, by the native control of the system. */
export function SelectField({ label, options, value, onChange }: Given) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-[15px] font-bold">
        {label}
      </label>
      <span className="relative block">
        <select
          id={id}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className="min-h-13 w-full appearance-none rounded-control border-2 border-line bg-surface ps-3.5 pe-11 text-[16px] text-ink outline-none focus-visible:border-primary"
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
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
    </div>
  )
}
