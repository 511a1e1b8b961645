import { TextField } from '../../ui/components/text-field.tsx'
import { useScreenText } from '../use-text.ts'
import { westernDigits } from './typed-digits.ts'

interface Given {
  value: string
  onChange: (code: string) => void
  error: string | undefined
}

/** The second factor: a code of the authenticator app, or a recovery code. */
export function TotpField({ value, onChange, error }: Given) {
  const { t } = useScreenText()
  return (
    <TextField
      label={t('field.totp')}
      hint={t('field.totpHint')}
      autoComplete="one-time-code"
      maxLength={20}
      autoFocus
      required
      value={value}
      onChange={(event) => onChange(westernDigits(event.target.value))}
      error={error}
    />
  )
}
