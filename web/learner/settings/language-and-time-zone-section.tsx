import { useState } from 'react'
import { lyceum } from '../../ui/api/lyceum.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Card } from '../../ui/components/card.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { SelectField } from '../../ui/components/select-field.tsx'
import { showToast } from '../../ui/components/toast.tsx'
import { useLocale } from '../../ui/i18n/locale-root.tsx'
import { LOCALES, type Locale } from '../../ui/i18n/locales.ts'
import { sessionStore, useUser } from '../../ui/session/session-store.ts'
import { useScreenText } from '../use-text.ts'
import { ChoiceList } from './choice-list.tsx'
import { SettingCard } from './setting-card.tsx'
import { zoneOptions } from './zone-options.ts'

const LANGUAGES = Object.entries(LOCALES).map(([id, { name }]) => ({
  id: id as Locale,
  text: name,
  lang: id,
}))

export default function LanguageSection() {
  const { t } = useScreenText()
  const user = useUser()
  const { locale, choose } = useLocale()
  const [timeZone, setTimeZone] = useState(user.timeZone)
  const { error, errorOf, run } = useSubmit()
  const save = async (body: { language?: Locale; timeZone?: string }) => {
    const isSaved = await run(async () => {
      sessionStore.updateUser((await lyceum.call('PATCH /user/profile', { body })).data)
    })
    if (isSaved) showToast(t('settings.saved'))
  }
  const chooseLanguage = async (language: Locale) => {
    await choose(language)
    // E-mails and notifications use this language too.
    await save({ language })
  }
  return (
    <>
      <SettingCard title={t('language.label')} text={t('settings.languageText')}>
        <ChoiceList
          label={t('language.label')}
          choices={LANGUAGES}
          chosen={locale}
          onChoose={(id) => void chooseLanguage(id)}
        />
      </SettingCard>
      <Card className="mb-4">
        <SelectField
          label={t('settings.timeZone')}
          hint={t('settings.timeZoneHint')}
          value={timeZone}
          onChange={({ target }) => {
            setTimeZone(target.value)
            void save({ timeZone: target.value })
          }}
          options={zoneOptions(user.timeZone)}
          error={errorOf('timeZone')}
        />
      </Card>
      <FormError text={error} />
    </>
  )
}
