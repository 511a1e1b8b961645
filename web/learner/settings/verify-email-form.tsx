import { type FormEvent, useState } from 'react'
import { lyceum } from '../../ui/api/lyceum.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { showToast } from '../../ui/components/toast.tsx'
import { sessionStore } from '../../ui/session/session-store.ts'
import { CodeField } from '../sign-in/code-field.tsx'
import { readMailedCode } from '../sign-in/mailed-code.ts'
import { SendAgain } from '../sign-in/send-again.tsx'
import { useScreenText } from '../use-text.ts'

/** Proves that the e-mail address belongs to the user, with a mailed code. */
export function VerifyEmailForm() {
  const { t } = useScreenText()
  const [mailed] = useState(() => readMailedCode())
  const [otpCode, setOtpCode] = useState(mailed?.code ?? '')
  const [isSent, setSent] = useState(mailed !== undefined)
  const { isPending, error, errorOf, run } = useSubmit({ CODE_INVALID: 'otpCode', CODE_EXPIRED: 'otpCode' })
  const request = async () => {
    const isRequested = await run(() => lyceum.call('POST /auth/verify-email/request'))
    if (isRequested) setSent(true)
    return isRequested
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!isSent) return void (await request())
    if (await run(() => lyceum.call('POST /auth/verify-email', { body: { otpCode } }))) {
      sessionStore.updateUser({ isEmailVerified: true })
      showToast(t('account.verified'))
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)} className="mt-3 grid gap-4" noValidate>
      <p className="text-[15px] text-ink-2">{t('account.notVerified')}</p>
      {isSent && <CodeField value={otpCode} onChange={setOtpCode} error={errorOf('otpCode')} />}
      <FormError text={error} />
      <Button type="submit" variant="secondary" isPending={isPending}>
        {isSent ? t('account.verify') : t('signIn.sendCode')}
      </Button>
      {isSent && <SendAgain isPending={isPending} request={request} />}
    </form>
  )
}
