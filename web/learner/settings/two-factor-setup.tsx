import { type FormEvent, useState } from 'react'
import type { Answer } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { TextField } from '../../ui/components/text-field.tsx'
import { sessionStore } from '../../ui/session/session-store.ts'
import { typedDigits } from '../sign-in/typed-digits.ts'
import { useScreenText } from '../use-text.ts'
import { CopyButton } from './copy-button.tsx'
import { PROOF_FIELD_OF, Reauthenticate, useProof } from './reauthenticate.tsx'

export type TwoFactorSecret = Answer<'POST /auth/2fa/setup'>['data']

interface Given {
  setup: TwoFactorSecret
  onEnabled: (recoveryCodes: string[]) => void
}

/** Shows the secret for an authenticator app, and turns two-factor sign-in on with its first code. */
export function TwoFactorSetup({ setup, onEnabled }: Given) {
  const { t } = useScreenText()
  const [code, setCode] = useState('')
  const proof = useProof()
  const submit = useSubmit({ ...PROOF_FIELD_OF, TWO_FACTOR_INVALID: 'code' })
  const send = async (event: FormEvent) => {
    event.preventDefault()
    let codes: string[] = []
    const body = { ...proof.body, code }
    const isOn = await proof.run(submit, async () => {
      codes = (await lyceum.call('POST /auth/2fa/enable', { body })).data.recoveryCodes
    })
    if (!isOn) return
    onEnabled(codes)
    sessionStore.updateUser({ is2FAEnabled: true })
  }
  return (
    <form onSubmit={(event) => void send(event)} className="grid gap-5" noValidate>
      <ol className="grid list-decimal gap-5 ps-5 marker:font-bold marker:text-primary">
        <li>
          <p>{t('twoFactor.scan')}</p>
          <img
            src={`data:image/svg+xml,${encodeURIComponent(setup.qrSvg)}`}
            alt={t('twoFactor.qrAlt')}
            width={200}
            height={200}
            className="my-3 rounded-2xl border border-line bg-white p-3"
          />
          <p className="text-sm text-ink-2">{t('twoFactor.key')}</p>
          <p dir="ltr" className="my-1 font-mono text-[15px] font-bold [overflow-wrap:anywhere]">
            {setup.secret}
          </p>
          <span className="flex flex-wrap gap-x-3">
            <CopyButton text={setup.secret}>{t('twoFactor.copyKey')}</CopyButton>
            <a
              href={setup.otpauthUrl}
              className="inline-flex min-h-11 items-center font-bold text-primary underline underline-offset-4"
            >
              {t('twoFactor.openApp')}
            </a>
          </span>
        </li>
        <li>
          <TextField
            label={t('twoFactor.code')}
            hint={t('twoFactor.codeHint')}
            autoComplete="one-time-code"
            inputMode="numeric"
            required
            value={code}
            onChange={(event) => setCode(typedDigits(event.target.value).slice(0, 6))}
            error={submit.errorOf('code')}
          />
        </li>
      </ol>
      <Reauthenticate proof={proof} submit={submit} />
      <FormError text={submit.code === 'PASSWORD_NOT_SET' ? undefined : submit.error} />
      <Button type="submit" isPending={submit.isPending}>
        {t('twoFactor.turnOn')}
      </Button>
    </form>
  )
}
