import { useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { SelectField } from '../../ui/components/select-field.tsx'
import { TextField } from '../../ui/components/text-field.tsx'
import { showToast } from '../../ui/components/toast.tsx'
import { LOCALES, type Locale } from '../../ui/i18n/locales.ts'
import { useSave } from '../action/use-save.ts'
import { replaces } from '../frame/replaces.ts'
import { ScreenLoading } from '../frame/screen-states.tsx'
import { useEdits } from '../frame/use-edits.ts'
import { AccentField } from '../settings/accent-field.tsx'
import { colorOf } from '../settings/accents.ts'
import { LogoCard } from '../settings/logo-card.tsx'
import { SitePreview } from '../settings/site-preview.tsx'
import { useText } from '../use-text.ts'

/** The name, the language and the colour of the site. */
export default function Settings() {
  const { t } = useText()
  const { data, error, refetch } = useApi('GET /admin/site-settings')
  if (replaces(error, data)) return <ErrorState fault={error} level="h1" onRetry={() => void refetch()} />
  if (!data) return <ScreenLoading />
  return (
    <>
      <h1 className="text-[25px] lg:text-[29px]">{t('nav.settings')}</h1>
      <p className="mt-1.5 max-w-prose text-ink-2">{t('settings.text')}</p>
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_360px]">
        <SettingsForm stored={data.data} />
        <LogoCard logoUrl={data.data.logoUrl} />
      </div>
    </>
  )
}

function SettingsForm({ stored }: { stored: Api.SiteSettings }) {
  const { t } = useText()
  const submit = useSubmit()
  const send = useSave()
  const {
    form: { name, language, accent },
    change,
    clear,
  } = useEdits({ name: stored.name, language: stored.language, accent: stored.accent })
  const [reason, setReason] = useState('')
  const isChanged = name !== stored.name || language !== stored.language || accent !== stored.accent
  const isComplete = isChanged && name.trim() !== '' && reason.trim() !== '' && colorOf(accent) !== undefined
  const save = async () => {
    const body = {
      name: name.trim(),
      language,
      accent,
      reason: reason.trim(),
      // Another administrator may have saved since.
      ifUpdatedAt: stored.updatedAt,
    }
    await send(body, (idempotencyKey) => lyceum.call('PUT /admin/site-settings', { body, idempotencyKey }))
    showToast(t('settings.saved'))
    clear()
    setReason('')
  }
  return (
    <>
      <form
        className="grid gap-5 lg:row-span-2 rounded-card border border-line bg-surface p-5 shadow-card"
        onSubmit={(event) => {
          event.preventDefault()
          if (isComplete && !submit.isPending) void submit.run(save)
        }}
      >
        <TextField
          label={t('settings.name')}
          hint={t('settings.nameHint')}
          error={submit.errorOf('name')}
          value={name}
          maxLength={40}
          required
          dir="auto"
          onChange={({ target }) => change({ name: target.value })}
        />
        <SelectField
          label={t('settings.language')}
          hint={t('settings.languageHint')}
          error={submit.errorOf('language')}
          value={language}
          onChange={({ target }) => change({ language: target.value as Locale })}
          options={Object.entries(LOCALES).map(([id, locale]) => ({ id, text: locale.name }))}
        />
        <AccentField
          accent={accent}
          error={submit.errorOf('accent')}
          onChange={(chosen) => change({ accent: chosen })}
        />
        <TextField
          label={t('action.reason')}
          hint={t('action.reasonHint')}
          error={submit.errorOf('reason')}
          value={reason}
          maxLength={500}
          dir="auto"
          onChange={({ target }) => setReason(target.value)}
        />
        <FormError text={submit.error} />
        <Button
          type="submit"
          isPending={submit.isPending}
          aria-disabled={!isComplete}
          className="justify-self-end"
        >
          {t('settings.save')}
        </Button>
      </form>
      <SitePreview name={name.trim()} accent={accent} logoUrl={stored.logoUrl} />
    </>
  )
}
