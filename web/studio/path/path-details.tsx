import type { Api } from '../../../packages/client/src/lyceum.ts'
import { Button } from '../../ui/components/button.tsx'
import { Card } from '../../ui/components/card.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { SelectField } from '../../ui/components/select-field.tsx'
import { Switch } from '../../ui/components/switch.tsx'
import { TextArea } from '../../ui/components/text-area.tsx'
import { TextField } from '../../ui/components/text-field.tsx'
import { useCategories } from '../courses/use-categories.ts'
import { useText } from '../use-text.ts'
import { PATH_FIELD_NAMES, PATH_KINDS, type PathFields } from './path-fields.ts'
import type { PathForm } from './path-query.ts'
import { useShownPathValue } from './use-shown-path-value.ts'

/** The fields of a path. Ctrl+S or Cmd+S saves them together with the order of its courses. */
export function PathDetails({ form, isPublished }: { form: PathForm; isPublished: boolean }) {
  const { t } = useText()
  const { fields, change, submit } = form
  const categories = useCategories(fields.category)
  return (
    <Card as="section" aria-labelledby="details">
      <h2 id="details" className="text-[21px]">
        {t('details.title')}
      </h2>
      <div className="mt-4 grid gap-4">
        <TextField
          label={t('pathField.title')}
          error={submit.errorOf('title')}
          value={fields.title}
          maxLength={200}
          required
          dir="auto"
          onChange={({ target }) => change({ title: target.value })}
        />
        <TextArea
          label={t('pathField.description')}
          hint={t('details.descriptionHint')}
          error={submit.errorOf('description')}
          value={fields.description}
          maxLength={2_000}
          rows={4}
          required
          dir="auto"
          onChange={({ target }) => change({ description: target.value })}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label={t('pathField.category')}
            error={submit.errorOf('category')}
            value={fields.category}
            onChange={({ target }) => change({ category: target.value })}
            options={categories}
          />
          <SelectField
            label={t('pathField.kind')}
            error={submit.errorOf('kind')}
            value={fields.kind}
            onChange={({ target }) => change({ kind: target.value as PathFields['kind'] })}
            options={PATH_KINDS.map((id) => ({ id, text: t(`pathKind.${id}`) }))}
          />
        </div>
        <TextField
          label={t('pathField.skills')}
          hint={t('details.skillsHint')}
          error={submit.errorOf('skills')}
          value={fields.skills}
          dir="auto"
          onChange={({ target }) => change({ skills: target.value })}
        />
        <TextField
          label={t('pathField.synonyms')}
          hint={t('path.synonymsHint')}
          error={submit.errorOf('synonyms')}
          value={fields.synonyms}
          dir="auto"
          onChange={({ target }) => change({ synonyms: target.value })}
        />
        <Switch
          label={t('pathField.isPremium')}
          hint={t('path.premiumHint')}
          isOn={fields.isPremium}
          onChange={(isPremium) => change({ isPremium })}
        />
        <FormError text={submit.error} />
        {isPublished && <p className="text-sm text-ink-2">{t('path.atOnce')}</p>}
        <SaveBar form={form} />
      </div>
    </Card>
  )
}

function SaveBar({ form: { isChanged, submit, discard } }: { form: PathForm }) {
  const { t } = useText()
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-line border-t pt-4">
      <p role="status" className="text-sm font-semibold text-ink-2">
        {isChanged ? t('save.device') : t('save.saved')}
      </p>
      <span className="flex gap-3">
        {isChanged && (
          <Button variant="ghost" onClick={discard}>
            {t('save.discard')}
          </Button>
        )}
        <Button type="submit" isPending={submit.isPending} aria-disabled={!isChanged}>
          {t('save.save')}
        </Button>
      </span>
    </div>
  )
}

/** The details of a path that the author may not change. */
export function ReadOnlyPath({ path }: { path: Api.EditedLearningPath }) {
  const { t } = useText()
  const show = useShownPathValue()
  return (
    <Card as="section" aria-labelledby="details">
      <h2 id="details" className="text-[21px]">
        {t('details.title')}
      </h2>
      <dl className="mt-3 grid gap-3">
        {PATH_FIELD_NAMES.filter((name) => name !== 'title' && name !== 'courseIds').map((name) => (
          <div key={name}>
            <dt className="text-sm font-bold text-ink-2">{t(`pathField.${name}`)}</dt>
            <dd dir="auto" className="whitespace-pre-line break-words">
              {show(name, path[name]) || '–'}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
