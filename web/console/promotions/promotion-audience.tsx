import type { Submit } from '../../ui/api/use-submit.ts'
import { ChipChoice } from '../../ui/components/chip-choice.tsx'
import { TextField } from '../../ui/components/text-field.tsx'
import { LOCALES } from '../../ui/i18n/locales.ts'
import { ChipSet } from '../broadcasts/chip-set.tsx'
import { languageName } from '../broadcasts/language-name.ts'
import { useScreenText } from '../use-text.ts'
import type { PromotionForm } from './promotion-form.ts'

interface Given {
  form: PromotionForm
  submit: Submit
  onChange: (changes: Partial<PromotionForm>) => void
}

/** Who sees the promotion, and when. */
export function PromotionAudience({ form, submit, onChange }: Given) {
  const { t, locale } = useScreenText()
  const languages = [...new Set([...Object.keys(LOCALES), ...form.languages])]
  return (
    <section className="grid gap-5 rounded-card border border-line bg-surface p-5 shadow-card">
      <h2 className="text-[19px]">{t('promotions.audience')}</h2>
      <ChipSet
        label={t('promotions.languages')}
        hint={t('promotions.languagesHint')}
        choices={languages.map((id) => ({ value: id, text: languageName(id, locale) }))}
        chosen={form.languages}
        onChange={(chosen) => onChange({ languages: chosen })}
      />
      <TextField
        label={t('promotions.countries')}
        hint={t('promotions.countriesHint')}
        error={submit.errorOf('countries') ?? submit.errorOf('countries.0')}
        value={form.countries}
        dir="ltr"
        autoComplete="off"
        onChange={({ target }) => onChange({ countries: target.value })}
      />
      <ChipChoice
        label={t('promotions.subscribers')}
        chosen={form.subscribers}
        onChoose={(subscribers) => onChange({ subscribers })}
        choices={(['any', 'yes', 'no'] as const).map((id) => ({
          value: id,
          content: t(`promotions.subscribers.${id}`),
        }))}
      />
      <div className="grid items-end gap-4 sm:grid-cols-3">
        {(['newUserDays', 'minLevel', 'maxLevel'] as const).map((field) => (
          <TextField
            key={field}
            label={t(`promotions.${field}`)}
            error={submit.errorOf(`targeting.${field}`)}
            value={form[field]}
            inputMode="numeric"
            maxLength={4}
            dir="ltr"
            autoComplete="off"
            onChange={({ target }) => onChange({ [field]: target.value })}
          />
        ))}
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        {(['startsAt', 'endsAt'] as const).map((field) => (
          <TextField
            key={field}
            type="datetime-local"
            label={t(`promotions.${field}`)}
            error={submit.errorOf(field)}
            value={form[field]}
            onChange={({ target }) => onChange({ [field]: target.value })}
          />
        ))}
      </div>
      <TextField
        label={t('promotions.priority')}
        hint={t('promotions.priorityHint')}
        error={submit.errorOf('priority')}
        value={form.priority}
        maxLength={8}
        dir="ltr"
        autoComplete="off"
        onChange={({ target }) => onChange({ priority: target.value })}
      />
    </section>
  )
}
