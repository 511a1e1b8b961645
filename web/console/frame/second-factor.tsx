import { TwoFactorScreen } from '../../ui/session/two-factor-screen.tsx'
import { useText } from '../use-text.ts'

/** Says that the role needs two-factor sign-in. */
export function SecondFactor() {
  const { t } = useText()
  return (
    <TwoFactorScreen
      texts={{
        title: t('secondFactor.title'),
        text: t('secondFactor.text'),
        app: t('secondFactor.app'),
        scan: t('secondFactor.scan'),
        codes: t('secondFactor.codes'),
        turnOn: t('secondFactor.turnOn'),
        again: t('secondFactor.again'),
      }}
    />
  )
}
