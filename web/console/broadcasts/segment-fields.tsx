import { useApi } from '../../ui/api/use-api.ts'
import type { Submit } from '../../ui/api/use-submit.ts'
import { SelectField } from '../../ui/components/select-field.tsx'
import { TextField } from '../../ui/components/text-field.tsx'
import { LOCALES } from '../../ui/i18n/locales.ts'
import { useText } from '../use-text.ts'
import { ROLES } from '../users/user-search.ts'
import { ChipSet } from './chip-set.tsx'
import type { DraftForm } from './draft-form.ts'
import { languageName } from './language-name.ts'

interface Given {
  form: DraftForm
  submit: Submit
  onChange: (changes: Partial<DraftForm>) => void
}

/** Who gets the message: all given conditions apply. */
export function SegmentFields({ form, submit, onChange }: Given) {
  const { t, locale } = useText()
  const query = { status: 'PUBLISHED', limit: 100 } as const
  const courses = useApi('GET /admin/courses', { query }).data?.data ?? []
  const languages = [...new Set([...Object.keys(LOCALES), ...form.languages])]
  return (
    <>
      <ChipSet
        label={t('broadcasts.languages')}
        choices={languages.map((value) => ({ value, text: languageName(value, locale) }))}
        chosen={form.languages}
        onChange={(chosen) => onChange({ languages: chosen })}
      />
      <TextField
        label={t('broadcasts.countries')}
        hint={t('broadcasts.countriesHint')}
        error={submit.errorOf('segment.countries') ?? submit.errorOf('segment.countries.0')}
        value={form.countries}
        placeholder="KE, TZ"
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => onChange({ countries: target.value })}
      />
      <ChipSet
        label={t('broadcasts.roles')}
        choices={ROLES.map((value) => ({ value, text: t(`role.${value}`) }))}
        chosen={form.roles}
        onChange={(roles) => onChange({ roles })}
      />
      <SelectField
        label={t('broadcasts.premium')}
        value={form.premium}
        onChange={({ target }) => onChange({ premium: target.value as DraftForm['premium'] })}
        options={(['any', 'yes', 'no'] as const).map((id) => ({ id, text: t(`broadcasts.premium.${id}`) }))}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={t('broadcasts.activity')}
          value={form.activity}
          onChange={({ target }) => onChange({ activity: target.value as DraftForm['activity'] })}
          options={(['any', 'active', 'inactive'] as const).map((id) => ({
            id,
            text: t(`broadcasts.activity.${id}`),
          }))}
        />
        {form.activity !== 'any' && (
          <TextField
            label={t('broadcasts.days')}
            inputMode="numeric"
            value={form.days}
            maxLength={4}
            onChange={({ target }) => onChange({ days: target.value })}
          />
        )}
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={t('broadcasts.course')}
          value={form.courseId}
          onChange={({ target }) => onChange({ courseId: target.value })}
          options={[
            { id: '', text: t('broadcasts.anyCourse') },
            ...courses.map(({ id, title }) => ({ id, text: title })),
            // A course that is no longer listed stays chosen.
            ...(form.courseId && !courses.some(({ id }) => id === form.courseId)
              ? [{ id: form.courseId, text: form.courseId }]
              : []),
          ]}
        />
        {form.courseId && (
          <SelectField
            label={t('broadcasts.courseState')}
            value={form.courseState}
            onChange={({ target }) => onChange({ courseState: target.value as DraftForm['courseState'] })}
            options={(['ENROLLED', 'COMPLETED'] as const).map((id) => ({
              id,
              text: t(`broadcasts.course.${id}`),
            }))}
          />
        )}
      </div>
    </>
  )
}
