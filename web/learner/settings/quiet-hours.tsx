import type { Api } from '../../../packages/client/src/lyceum.ts'
import { Switch } from '../../ui/components/switch.tsx'
import { TextField } from '../../ui/components/text-field.tsx'
import { useScreenText } from '../use-text.ts'

type Hours = Api.NotificationPreferences['quietHours']
const USUAL = { start: '22:00', end: '07:00' }

interface Given {
  hours: Hours
  timeZone: string
  onChange: (hours: Hours) => void
  errorOf: (field: string) => string | undefined
}

/** The hours without pushes and e-mails, in the time zone of the profile. */
export function QuietHours({ hours, timeZone, onChange, errorOf }: Given) {
  const { t } = useScreenText()
  const error = errorOf('quietHours')
  return (
    <>
      <Switch
        label={t('preferences.quiet')}
        hint={t('preferences.quietHint', { zone: timeZone })}
        isOn={hours !== null}
        onChange={(isOn) => onChange(isOn ? USUAL : null)}
      />
      {hours && (
        <div className="mt-2 grid grid-cols-2 gap-3">
          <TextField
            label={t('preferences.from')}
            type="time"
            required
            value={hours.start}
            onChange={({ target }) => target.value && onChange({ ...hours, start: target.value })}
            error={errorOf('quietHours.start') ?? error}
          />
          <TextField
            label={t('preferences.to')}
            type="time"
            required
            value={hours.end}
            onChange={({ target }) => target.value && onChange({ ...hours, end: target.value })}
            error={errorOf('quietHours.end')}
          />
        </div>
      )}
    </>
  )
}
