import { settings } from '../../ui/api/settings.ts'
import { TextField } from '../../ui/components/text-field.tsx'
import { useScreenText } from '../use-text.ts'
import { typedDigits } from './typed-digits.ts'

interface Given {
  value: string
  onChange: (code: string) => void
  error: string | undefined
}

/** The six digits of an e-mail; in development with a link to the mailbox. */
export function CodeField({ value, onChange, error }: Given) {
  const { t } = useScreenText()
  return (
    <>
      <TextField
        label={t('field.code')}
        hint={t('field.codeHint')}
        autoComplete="one-time-code"
        inputMode="numeric"
        autoFocus
        required
        value={value}
        onChange={(event) => onChange(typedDigits(event.target.value).slice(0, 6))}
        error={error}
      />
      {settings.demoAccounts.length > 0 && (
        <a
          href="/dev/mail"
          target="_blank"
          rel="noreferrer"
          className="text-[15px] font-bold text-primary underline underline-offset-4"
        >
          {t('signIn.mailbox')}
        </a>
      )}
    </>
  )
}
