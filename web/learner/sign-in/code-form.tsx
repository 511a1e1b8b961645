import { useSearch } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import { lyceum } from '../../ui/api/lyceum.ts'
import { Button } from '../../ui/components/button.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { TextField } from '../../ui/components/text-field.tsx'
import { useLocale } from '../../ui/i18n/locale-root.tsx'
import { useScreenText } from '../use-text.ts'
import { tellClaimedAccount } from './claimed-account.ts'
import { CodeField } from './code-field.tsx'
import { readMailedCode } from './mailed-code.ts'
import { registrationDetails } from './registration-details.ts'
import { SendAgain } from './send-again.tsx'
import { TotpField } from './totp-field.tsx'
import { useSignIn } from './use-sign-in.ts'

/**
 * Signs in with a six-digit code by e-mail. An unknown address gets a new account with a username. The sign-up opens the
 * next screen itself.
 */
export function CodeForm({ opensNext = true }: { opensNext?: boolean }) {
  const { t } = useScreenText()
  const { locale } = useLocale()
  const { ref } = useSearch({ strict: false }) as { ref?: string }
  const [mailed] = useState(() => readMailedCode())
  const [email, setEmail] = useState(mailed?.email ?? '')
  const [otpCode, setOtpCode] = useState(mailed?.code ?? '')
  const [username, setUsername] = useState('')
  const [isSent, setSent] = useState(Boolean(mailed?.email))
  const [isNew, setNew] = useState(false)
  const [totpCode, setTotpCode] = useState('')
  const [needsTotp, setNeedsTotp] = useState(false)
  const { isPending, error, code, errorOf, run, goOn } = useSignIn()
  const asksName = isSent && (isNew || code === 'USER_NOT_FOUND')
  // A wrong second factor uses the mailed code up as well.
  const isUsedUp = code === 'TWO_FACTOR_INVALID'
  const asksTotp = isSent && (needsTotp || code === 'TWO_FACTOR_REQUIRED')

  const form = useRef<HTMLFormElement>(null)
  const request = async () => {
    const isRequested = await run(() => lyceum.call('POST /auth/otp/request', { body: { email } }))
    if (isRequested) setSent(true)
    return isRequested
  }
  const changeAddress = () => {
    setSent(false)
    setNew(false)
    setOtpCode('')
    form.current?.querySelector('input')?.focus()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!isSent) return void (await request())
    if (asksName) setNew(true)
    if (asksTotp) setNeedsTotp(true)
    const body = {
      email,
      otpCode,
      ...(totpCode ? { totpCode } : {}),
      ...(username ? { username, ...registrationDetails(locale, ref) } : {}),
    }
    const isIn = await run(async () => {
      const { data } = await lyceum.call('POST /auth/otp/login', { body })
      tellClaimedAccount(data, t)
    })
    if (isIn && opensNext) await goOn()
  }
  return (
    <form ref={form} onSubmit={(event) => void submit(event)} className="grid gap-4.5" noValidate>
      <TextField
        label={t('field.email')}
        type="email"
        autoComplete="email"
        inputMode="email"
        required
        readOnly={isSent}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        error={errorOf('email')}
      />
      {isSent && (
        <CodeField
          value={otpCode}
          onChange={setOtpCode}
          error={isUsedUp ? t('signIn.codeUsed') : errorOf('otpCode')}
        />
      )}
      {asksTotp && <TotpField value={totpCode} onChange={setTotpCode} error={errorOf('totpCode')} />}
      {asksName && (
        <TextField
          label={t('field.username')}
          hint={t('signIn.newHere')}
          autoComplete="username"
          autoFocus
          value={username}
          onChange={(event) => setUsername(event.target.value)}
          error={errorOf('username')}
        />
      )}
      <FormError text={asksName && !username ? undefined : error} />
      <Button type="submit" size="large" isWide isPending={isPending}>
        {isSent ? t('signIn.submit') : t('signIn.sendCode')}
      </Button>
      {isSent && <SendAgain isPending={isPending} request={request} onOtherAddress={changeAddress} />}
    </form>
  )
}
