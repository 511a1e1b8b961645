import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { lyceum } from '../../ui/api/lyceum.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { useUser } from '../../ui/session/session-store.ts'
import { useRestoredFocus } from '../frame/use-restored-focus.ts'
import { useScreenText } from '../use-text.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SettingCard } from './setting-card.tsx'
import { TwoFactorDisable } from './two-factor-disable.tsx'
import { type TwoFactorSecret, TwoFactorSetup } from './two-factor-setup.tsx'

/** Two-factor sign-in: off, being set up, just turned on with its recovery codes, or on. */
export default function TwoFactorSection() {
  const { t } = useScreenText()
  const { is2FAEnabled } = useUser()
  const [setup, setSetup] = useState<TwoFactorSecret>()
  const [recoveryCodes, setRecoveryCodes] = useState<string[]>()
  const { isPending, error, run } = useSubmit()
  const heading = useRestoredFocus<HTMLHeadingElement>(`${is2FAEnabled} ${!!setup} ${!!recoveryCodes}`)
  // Every call makes a new secret.
  const begin = () => run(async () => setSetup((await lyceum.call('POST /auth/2fa/setup')).data))
  if (recoveryCodes) return <RecoveryCodes codes={recoveryCodes} onDone={() => setRecoveryCodes(undefined)} />
  if (is2FAEnabled)
    return (
      <SettingCard
        heading={heading}
        title={t('twoFactor.isOn')}
        text={
          <span className="flex items-start gap-2">
            <ShieldCheck size={20} className="flex-none text-good" aria-hidden="true" />
            {t('twoFactor.isOnText')}
          </span>
        }
      >
        <TwoFactorDisable />
      </SettingCard>
    )
  return (
    <SettingCard heading={heading} title={t('twoFactor.isOff')} text={t('twoFactor.isOffText')}>
      {setup ? (
        <TwoFactorSetup
          setup={setup}
          onEnabled={(codes) => {
            setSetup(undefined)
            setRecoveryCodes(codes)
          }}
        />
      ) : (
        <div className="grid gap-4">
          <FormError text={error} />
          <Button isPending={isPending} onClick={() => void begin()}>
            {t('twoFactor.setUp')}
          </Button>
        </div>
      )}
    </SettingCard>
  )
}
