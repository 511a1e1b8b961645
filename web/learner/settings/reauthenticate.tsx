import { useState } from 'react'
import { lyceum } from '../../ui/api/lyceum.ts'
import type { Submit } from '../../ui/api/use-submit.ts'
import { useUser } from '../../ui/session/session-store.ts'
import { CodeField } from '../sign-in/code-field.tsx'
import { PasswordField } from '../sign-in/password-field.tsx'
import { useScreenText } from '../use-text.ts'

/** The refusals that belong to the fields of `Reauthenticate`. */
export const PROOF_FIELD_OF = {
  INVALID_CREDENTIALS: 'password',
  CODE_INVALID: 'otpCode',
  CODE_EXPIRED: 'otpCode',
}

export interface Proof {
  /** For the body of the request. */
  body: { password?: string; otpCode?: string }
  password: string
  setPassword: (password: string) => void
  otpCode: string
  setOtpCode: (code: string) => void
  /** The account has no password: a mailed code takes its place. */
  needsCode: boolean
  /** Runs the request. If the account has no password, it mails a code and asks for it. */
  run: (submit: Submit, work: () => Promise<unknown>) => Promise<boolean>
}

export function useProof(): Proof {
  const { email } = useUser()
  const [password, setPassword] = useState('')
  const [otpCode, setOtpCode] = useState('')
  const [needsCode, setNeedsCode] = useState(false)
  return {
    body: needsCode ? { otpCode } : { password },
    password,
    setPassword,
    otpCode,
    setOtpCode,
    needsCode,
    run: (submit, work) =>
      submit.run(async () => {
        try {
          await work()
        } catch (fault) {
          if ((fault as { code?: string }).code !== 'PASSWORD_NOT_SET') throw fault
          await lyceum.call('POST /auth/otp/request', { body: { email } })
          setNeedsCode(true)
          throw fault
        }
      }),
  }
}

/** The password of the account, or the code of an e-mail for accounts without one. */
export function Reauthenticate({ proof, submit }: { proof: Proof; submit: Submit }) {
  const { t } = useScreenText()
  if (proof.needsCode)
    return <CodeField value={proof.otpCode} onChange={proof.setOtpCode} error={submit.errorOf('otpCode')} />
  return (
    <PasswordField
      label={t('field.password')}
      hint={t('settings.noPassword')}
      autoComplete="current-password"
      value={proof.password}
      onChange={(event) => proof.setPassword(event.target.value)}
      error={submit.errorOf('password')}
    />
  )
}
