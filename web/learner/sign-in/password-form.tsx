import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { lyceum } from '../../ui/api/lyceum.ts'
import { Button } from '../../ui/components/button.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { TextField } from '../../ui/components/text-field.tsx'
import { useScreenText } from '../use-text.ts'
import { PasswordField } from './password-field.tsx'
import { TotpField } from './totp-field.tsx'
import { useSignIn } from './use-sign-in.ts'

export function PasswordForm() {
  const { t } = useScreenText()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [totpCode, setTotpCode] = useState('')
  const [needsTotp, setNeedsTotp] = useState(false)
  const { isPending, error, code, errorOf, run, goOn } = useSignIn()
  const asksTotp = needsTotp || code === 'TWO_FACTOR_REQUIRED'

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (asksTotp) setNeedsTotp(true)
    const body = { email, password, ...(totpCode ? { totpCode } : {}) }
    if (await run(() => lyceum.call('POST /auth/login', { body }))) await goOn()
  }
  return (
    <form onSubmit={(event) => void submit(event)} className="grid gap-4.5" noValidate>
      <TextField
        label={t('field.email')}
        type="email"
        autoComplete="username"
        inputMode="email"
        required
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        error={errorOf('email')}
      />
      <PasswordField
        label={t('field.password')}
        autoComplete="current-password"
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={errorOf('password')}
      />
      <Link
        to="/forgot-password"
        className="-mt-2 inline-flex min-h-6 justify-self-start text-[15px] font-bold text-primary underline underline-offset-4"
      >
        {t('signIn.forgot')}
      </Link>
      {asksTotp && <TotpField value={totpCode} onChange={setTotpCode} error={errorOf('totpCode')} />}
      <FormError text={error} />
      <Button type="submit" size="large" isWide isPending={isPending}>
        {t('signIn.submit')}
      </Button>
    </form>
  )
}
