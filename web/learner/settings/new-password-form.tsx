import { type FormEvent, useState } from 'react'
import { lyceum } from '../../ui/api/lyceum.ts'
import { queryClient } from '../../ui/api/query-client.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { showToast } from '../../ui/components/toast.tsx'
import { sessionStore, useUser } from '../../ui/session/session-store.ts'
import { signOut } from '../../ui/session/sign-out.ts'
import { resetPassword } from '../forgot-password/reset-password.ts'
import { CodeField } from '../sign-in/code-field.tsx'
import { PasswordField } from '../sign-in/password-field.tsx'
import { SendAgain } from '../sign-in/send-again.tsx'
import { useScreenText } from '../use-text.ts'

/** Sets a password with a mailed code, also for accounts that have none yet. Other devices are signed out. */
export function NewPasswordForm() {
  const { t } = useScreenText()
  const { email } = useUser()
  const [isSent, setSent] = useState(false)
  const [otpCode, setOtpCode] = useState('')
  const [newPassword, setNewPassword] = useState('')
  const { isPending, error, errorOf, run } = useSubmit({ CODE_INVALID: 'otpCode', CODE_EXPIRED: 'otpCode' })
  const request = async () => {
    const isRequested = await run(() => lyceum.call('POST /auth/forgot-password', { body: { email } }))
    if (isRequested) setSent(true)
    return isRequested
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
    if (isSignedIn) {
      setSent(false)
      setOtpCode('')
      setNewPassword('')
      await queryClient.invalidateQueries()
    } else {
      // The session is revoked already, so the service may refuse; this browser must forget it all the same.
      await signOut().catch(() => sessionStore.set({ status: 'out' }))
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)} className="grid gap-4" noValidate>
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
      <Button type="submit" variant={isSent ? 'primary' : 'secondary'} isPending={isPending}>
        {isSent ? t('account.savePassword') : t('signIn.sendCode')}
      </Button>
      {isSent && <SendAgain isPending={isPending} request={request} />}
    </form>
  )
}
