import { type FormEvent, useState } from 'react'
import { lyceum } from '../../ui/api/lyceum.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { FormError } from '../../ui/components/form-error.tsx'
import { SelectField } from '../../ui/components/select-field.tsx'
import { useLocale } from '../../ui/i18n/locale-root.tsx'
import { LOCALES, type Locale } from '../../ui/i18n/locales.ts'
import { sessionStore, useUser } from '../../ui/session/session-store.ts'
import { zoneOptions } from '../settings/zone-options.ts'
import { useScreenText } from '../use-text.ts'
import { StepActions } from './step-actions.tsx'

const LANGUAGES = Object.entries(LOCALES).map(([id, { name }]) => ({ id, text: name }))

interface Given {
  onDone: () => void
  onSkip?: (() => void) | undefined
}

/** Language and time zone, as the device has them. */
export function RegionStep({ onDone, onSkip }: Given) {
  const { t } = useScreenText()
  const user = useUser()
  const { locale, choose } = useLocale()
  const [timeZone, setTimeZone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
  const { isPending, error, errorOf, run } = useSubmit()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const isSaved = await run(async () => {
      const body = { language: locale, timeZone }
      sessionStore.updateUser((await lyceum.call('PATCH /user/profile', { body })).data)
    })
    if (isSaved) onDone()
  }
  return (
    <form onSubmit={(event) => void submit(event)} className="flex flex-1 flex-col gap-5">
      <SelectField
        label={t('language.label')}
        hint={t('settings.languageText')}
        value={locale}
        onChange={({ target }) => void choose(target.value as Locale)}
        options={LANGUAGES}
        error={errorOf('language')}
      />
      <SelectField
        label={t('settings.timeZone')}
        hint={t('settings.timeZoneHint')}
        value={timeZone}
        onChange={({ target }) => setTimeZone(target.value)}
        options={zoneOptions(user.timeZone, timeZone)}
        error={errorOf('timeZone')}
      />
      <FormError text={error} />
      <StepActions text={t('welcome.finish')} isPending={isPending} onSkip={onSkip} />
    </form>
  )
}
