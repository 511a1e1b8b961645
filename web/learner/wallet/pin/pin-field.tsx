import { PasswordField } from '../../sign-in/password-field.tsx'
import { typedDigits } from '../../sign-in/typed-digits.ts'

interface Given {
  label: string
  hint?: string
  value: string
  onChange: (pin: string) => void
  error: string | undefined
  autoFocus?: boolean
}

/** The digits of a wallet PIN, hidden until the learner shows them. */
export function PinField({ onChange, ...field }: Given) {
  return (
    <PasswordField
      {...field}
      inputMode="numeric"
      autoComplete="off"
      required
      minLength={4}
      onChange={(event) => onChange(typedDigits(event.target.value).slice(0, 6))}
    />
  )
}
