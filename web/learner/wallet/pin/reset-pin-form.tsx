import { type FormEvent, useState } from 'react'
import { lyceum } from '../../../ui/api/lyceum.ts'
import { useSubmit } from '../../../ui/api/use-submit.ts'
import { Button } from '../../../ui/components/button.tsx'
import { FormError } from '../../../ui/components/form-error.tsx'
import { CodeField } from '../../sign-in/code-field.tsx'
import { SendAgain } from '../../sign-in/send-again.tsx'
import { useScreenText } from '../../use-text.ts'
import { PinField } from './pin-field.tsx'
import { usePinFaults } from './use-pin-faults.ts'

interface Given {
  onSaved: () => void
  /** There is no PIN to reset. */
  onMissing: () => void
}

/** Sets a new PIN with a mailed code. */
export function ResetPinForm({ onSaved, onMissing }: Given) {
  const { t } = useScreenText()
  const [isSent, setSent] = useState(false)
  const [otpCode, setOtpCode] = useState('')
  const [newPin, setNewPin] = useState('')
  const submit = useSubmit({ WEAK_PIN: 'newPin', CODE_INVALID: 'otpCode', CODE_EXPIRED: 'otpCode' })
  const { form } = usePinFaults(submit)
  const { isPending, errorOf, run } = submit
  const request = async () => {
    const isRequested = await run(() =>
      lyceum.call('POST /auth/reset-wallet-pin-otp').catch((fault: { code?: string }) => {
        if (fault.code !== 'PIN_NOT_SET') throw fault
        onMissing()
        throw fault
      }),
    )
    if (isRequested) setSent(true)
    return isRequested
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (!isSent) return void (await request())
    const body = { otpCode, newPin }
    if (await run(() => lyceum.call('POST /auth/verify-wallet-pin-reset-otp', { body }))) onSaved()
  }
  return (
    <form onSubmit={(event) => void save(event)} className="grid grid-cols-1 gap-4.5">
      <p className="text-ink-2">{t('pin.resetText')}</p>
      {isSent && (
        <>
          <CodeField value={otpCode} onChange={setOtpCode} error={errorOf('otpCode')} />
          <PinField
            label={t('pin.new')}
            hint={t('pin.hint')}
            value={newPin}
            onChange={setNewPin}
            error={errorOf('newPin')}
          />
        </>
      )}
      <FormError text={form} />
      <Button type="submit" size="large" isWide isPending={isPending}>
        {isSent ? t('pin.change') : t('signIn.sendCode')}
      </Button>
      {isSent && <SendAgain isPending={isPending} request={request} />}
    </form>
  )
}
