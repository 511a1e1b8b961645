import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { TextField } from '../../ui/components/text-field.tsx'

const TYPING_MS = 250

interface Given {
  label: string
  /** The search of the URL. */
  value: string
  onChange: (value: string) => void
}

/** The search of a list, which the key `/` reaches. The list follows after a pause. */
export function SearchField({ label, value, onChange }: Given) {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  useEffect(() => {
    if (typed.trim() === value) return
    const timer = setTimeout(() => onChange(typed.trim()), TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed, value, onChange])
  return (
    <TextField
      label={label}
      isLabelHidden
      placeholder={label}
      type="search"
      icon={<Search size={20} aria-hidden="true" />}
      end={
        <span
          aria-hidden="true"
          className="hidden rounded-md border border-line px-2 text-sm text-ink-3 lg:block"
        >
          /
        </span>
      }
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  )
}
