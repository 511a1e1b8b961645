import { Link, Navigate, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import { lyceum } from '../../ui/api/lyceum.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { TextField } from '../../ui/components/text-field.tsx'
import { showToast } from '../../ui/components/toast.tsx'
import { useSession } from '../../ui/session/session-store.ts'
import { resetPassword } from '../forgot-password/reset-password.ts'
import { CodeField } from '../sign-in/code-field.tsx'
import { readMailedCode } from '../sign-in/mailed-code.ts'
import { PasswordField } from '../sign-in/password-field.tsx'
import { SendAgain } from '../sign-in/send-again.tsx'
import { SignInFrame } from '../sign-in/sign-in-frame.tsx'
import { useScreenText } from '../use-text.ts'

/** Sends a code to the address, sets a new password with it, and signs in. */
export default function ForgotPassword() {
  const { t } = useScreenText()
  const navigate = useNavigate()
  const [mailed] = useState(() => readMailedCode())
  const [email, setEmail] = useState(mailed?.email ?? '')
  const [isSent, setSent] = useState(Boolean(mailed?.email))
  const [otpCode, setOtpCode] = useState(mailed?.code ?? '')
  const [newPassword, setNewPassword] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const { isPending, error, errorOf, run } = useSubmit({ CODE_INVALID: 'otpCode', CODE_EXPIRED: 'otpCode' })
  // A signed-in user who asked for the code in the settings may open the link of the mail.
  if (useSession().status === 'in' && !isPending && !mailed) return <Navigate to="/" replace />

  const request = async () => {
    const isRequested = await run(() => lyceum.call('POST /auth/forgot-password', { body: { email } }))
    if (isRequested) setSent(true)
    return isRequested
  }
  const changeAddress = () => {
    setSent(false)
    setOtpCode('')
    form.current?.querySelector('input')?.focus()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!isSent) return void (await request())
    let isSignedIn = false
    const isSaved = await run(async () => {
      isSignedIn = await resetPassword({ email, otpCode, newPassword })
    })
    if (!isSaved) return
    showToast(t('account.passwordSaved'))
    await navigate({ to: isSignedIn ? '/' : '/sign-in', replace: true })
  }
  return (
    <SignInFrame title={t('forgot.title')} text={isSent ? t('forgot.sent', { email }) : t('forgot.text')}>
      <form ref={form} onSubmit={(event) => void submit(event)} className="grid gap-4.5" noValidate>
        <TextField
          label={t('field.email')}
          type="email"
          autoComplete="username"
          inputMode="email"
          required
          readOnly={isSent}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          error={errorOf('email')}
        />
        {isSent && (
          <>
            <CodeField value={otpCode} onChange={setOtpCode} error={errorOf('otpCode')} />
            <PasswordField
              label={t('field.newPassword')}
              autoComplete="new-password"
              hint={t('signUp.passwordHint')}
              required
              value={newPassword}
              onChange={(event) => setNewPassword(event.target.value)}
              error={errorOf('newPassword')}
            />
          </>
        )}
        <FormError text={error} />
        <Button type="submit" size="large" isWide isPending={isPending}>
          {isSent ? t('account.savePassword') : t('signIn.sendCode')}
        </Button>
        {isSent && <SendAgain isPending={isPending} request={request} onOtherAddress={changeAddress} />}
        <p className="text-center">
          <Link to="/sign-in" className="font-bold text-primary underline underline-offset-4">
            {t('forgot.back')}
          </Link>
        </p>
      </form>
    </SignInFrame>
  )
}
