import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { TextField } from '../../../ui/components/text-field.tsx'
import { useScreenText } from '../../use-text.ts'

interface Given {
  label: string
  hint?: string
  value: string
  onChange: (pin: string) => void
  error: string | undefined
  autoFocus?: boolean
}

/** The digits of a wallet PIN, hidden until the learner shows them. */
export function PinField({ value, onChange, label, ...field }: Given) {
  const { t } = useScreenText()
  const [isShown, setShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <TextField
      {...field}
      label={label}
      type={isShown ? 'text' : 'password'}
      inputMode="numeric"
      autoComplete="off"
      required
      minLength={4}
      maxLength={6}
      value={value}
      onChange={(event) => onChange(event.target.value.replace(/\D/g, ''))}
      end={
        <button
          type="button"
          aria-label={`${t('pin.show')}: ${label}`}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
          className="-me-2 grid size-11 place-items-center rounded-full text-ink-2 hover:text-ink"
        >
          <Icon size={20} aria-hidden="true" />
        </button>
      }
    />
  )
}
