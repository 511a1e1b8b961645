import { type FormEvent, useState } from 'react'
import { lyceum } from '../../ui/api/lyceum.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { showToast } from '../../ui/components/toast.tsx'
import { sessionStore } from '../../ui/session/session-store.ts'
import { TotpField } from '../sign-in/totp-field.tsx'
import { useScreenText } from '../use-text.ts'
import { PROOF_FIELD_OF, Reauthenticate, useProof } from './reauthenticate.tsx'

const FIELD_OF = { ...PROOF_FIELD_OF, TWO_FACTOR_INVALID: 'code' }

/** Turns two-factor sign-in off with the password and a code. */
export function TwoFactorDisable() {
  const { t } = useScreenText()
  const [isOpen, setOpen] = useState(false)
  const [code, setCode] = useState('')
  const proof = useProof()
  const submit = useSubmit(FIELD_OF)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const body = { ...proof.body, code }
    if (!(await proof.run(submit, () => lyceum.call('POST /auth/2fa/disable', { body })))) return
    sessionStore.updateUser({ is2FAEnabled: false })
    showToast(t('twoFactor.turnedOff'))
  }
  if (!isOpen)
    return (
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {t('twoFactor.turnOff')}
      </Button>
    )
  return (
    <form onSubmit={(event) => void send(event)} className="grid gap-4.5" noValidate>
      <TotpField value={code} onChange={setCode} error={submit.errorOf('code')} />
      <Reauthenticate proof={proof} submit={submit} />
      <FormError text={submit.code === 'PASSWORD_NOT_SET' ? undefined : submit.error} />
      <Button type="submit" variant="bad" isPending={submit.isPending}>
        {t('twoFactor.turnOff')}
      </Button>
    </form>
  )
}
