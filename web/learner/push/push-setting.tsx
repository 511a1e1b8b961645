import { useEffect, useState } from 'react'
import { FormError } from '../../ui/components/form-error.tsx'
import { Switch } from '../../ui/components/switch.tsx'
import { SettingCard } from '../settings/setting-card.tsx'
import { useScreenText } from '../use-text.ts'
import { type PushState, readPushState, turnOffPush, turnOnPush } from './web-push.ts'

/** Turns pushes to this browser on and off. */
export function PushSetting() {
  const { t } = useScreenText()
  const [state, setState] = useState<PushState>()
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    readPushState().then(setState, () => setState('unavailable'))
  }, [])
  if (state === undefined) return null
  const change = async (isOn: boolean) => {
    const before = state
    setFailed(false)
    setState(isOn ? 'on' : 'off')
    try {
      setState(await (isOn ? turnOnPush() : turnOffPush()))
    } catch {
      setState(before)
      setFailed(true)
    }
  }
  return (
    <SettingCard title={t('push.device')}>
      {state === 'unavailable' || state === 'blocked' ? (
        <p className="text-[15px] text-ink-2">{t(`push.${state}`)}</p>
      ) : (
        <Switch
          label={t('push.switch')}
          hint={t('push.text')}
          isOn={state === 'on'}
          onChange={(isOn) => void change(isOn)}
        />
      )}
      <FormError text={hasFailed ? t('push.failed') : undefined} />
    </SettingCard>
  )
}
