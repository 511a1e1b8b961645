import type { ReactNode } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { Button } from '../../ui/components/button.tsx'
import { Card } from '../../ui/components/card.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { SelectField } from '../../ui/components/select-field.tsx'
import { Switch } from '../../ui/components/switch.tsx'
import { TextArea } from '../../ui/components/text-area.tsx'
import { TextField } from '../../ui/components/text-field.tsx'
import { useCategories } from '../courses/use-categories.ts'
import { ScoreField } from '../frame/score-field.tsx'
import { useText } from '../use-text.ts'
import { ConflictView } from './conflict-view.tsx'
import { type CourseFields, LEVELS } from './course-fields.ts'
import { type CourseForm, useCourseForm } from './use-course-form.ts'

/** All fields of a course. Ctrl+S or Cmd+S saves. */
export function DetailsForm({ course }: { course: Api.EditedCourse }) {
  const { t } = useText()
  const form = useCourseForm(course)
  if (form.theirs) return <ConflictView form={form} />
  const { submit } = form
  return (
    <Card as="section" aria-labelledby="details">
      <h2 id="details" className="text-[21px]">
        {t('details.title')}
      </h2>
      <form
        data-saves=""
        className="mt-4 grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (form.isChanged && !submit.isPending) void form.save()
        }}
      >
        <WordFields form={form} />
        <SkillFields form={form} />
        <RewardFields form={form} />
        <FormError text={submit.error} />
        <SaveBar form={form} />
      </form>
    </Card>
  )
}

type Given = { form: CourseForm }

function WordFields({ form: { fields, change, submit } }: Given) {
  const { t } = useText()
  const categories = useCategories(fields.category)
  return (
    <>
      <TextField
        label={t('field.title')}
        error={submit.errorOf('title')}
        value={fields.title}
        maxLength={200}
        required
        dir="auto"
        onChange={({ target }) => change({ title: target.value })}
      />
      <TextArea
        label={t('field.description')}
        hint={t('details.descriptionHint')}
        error={submit.errorOf('description')}
        value={fields.description}
        maxLength={2_000}
        rows={5}
        required
        dir="auto"
        onChange={({ target }) => change({ description: target.value })}
      />
      <Pair>
        <SelectField
          label={t('field.category')}
          error={submit.errorOf('category')}
          value={fields.category}
          onChange={({ target }) => change({ category: target.value })}
          options={categories}
        />
        <SelectField
          label={t('field.level')}
          error={submit.errorOf('level')}
          value={fields.level}
          onChange={({ target }) => change({ level: target.value as CourseFields['level'] })}
          options={LEVELS.map((id) => ({ id, text: t(`level.${id}`) }))}
        />
      </Pair>
    </>
  )
}

function SkillFields({ form: { fields, change, submit } }: Given) {
  const { t } = useText()
  const { data } = useApi('GET /admin/topics')
  const topics = (data?.data ?? []).map(({ id, title }) => ({ id, text: title }))
  return (
    <>
      <TextField
        label={t('field.skills')}
        hint={t('details.skillsHint')}
        error={submit.errorOf('skills')}
        value={fields.skills}
        dir="auto"
        onChange={({ target }) => change({ skills: target.value })}
      />
      <SelectField
        label={t('field.topicId')}
        hint={t('details.topicHint')}
        error={submit.errorOf('topicId')}
        value={fields.topicId}
        onChange={({ target }) => change({ topicId: target.value })}
        options={topics.length > 0 ? topics : [{ id: fields.topicId, text: '…' }]}
      />
    </>
  )
}

function RewardFields({ form: { fields, change, submit } }: Given) {
  const { t } = useText()
  const { requiredScore } = fields
  const kind = requiredScore === '' ? 'NOTHING' : requiredScore === '0' ? 'ANSWERS' : 'SCORE'
  return (
    <>
      <Pair>
        <NumberField
          label={t('field.bonusXp')}
          error={submit.errorOf('bonusXp')}
          value={fields.bonusXp}
          max={100_000}
          onChange={(bonusXp) => change({ bonusXp })}
        />
        <NumberField
          label={t('field.bonusGems')}
          error={submit.errorOf('bonusGems')}
          value={fields.bonusGems}
          max={100_000}
          onChange={(bonusGems) => change({ bonusGems })}
        />
      </Pair>
      <p className="-mt-2 text-sm text-ink-2">{t('details.bonusHint')}</p>
      <SelectField
        label={t('field.requiredScore')}
        value={kind}
        onChange={({ target }) =>
          change({ requiredScore: { NOTHING: '', ANSWERS: '0' }[target.value] ?? '70' })
        }
        options={(['NOTHING', 'ANSWERS', 'SCORE'] as const).map((id) => ({ id, text: t(`required.${id}`) }))}
      />
      {kind === 'SCORE' && (
        <ScoreField
          label={t('details.score')}
          error={submit.errorOf('requiredScore')}
          score={Number(requiredScore)}
          onChange={(score) => change({ requiredScore: `${score}` })}
        />
      )}
      <Switch
        label={t('field.isPremium')}
        hint={t('details.premiumHint')}
        isOn={fields.isPremium}
        onChange={(isPremium) => change({ isPremium })}
      />
    </>
  )
}

interface NumberGiven {
  label: string
  error: string | undefined
  value: string
  max: number
  onChange: (value: string) => void
}

function NumberField({ onChange, ...field }: NumberGiven) {
  return (
    <TextField
      {...field}
      type="number"
      inputMode="numeric"
      min={0}
      step={1}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

function Pair({ children }: { children: ReactNode }) {
  return <div className="grid gap-4 sm:grid-cols-2">{children}</div>
}

function SaveBar({ form: { isChanged, submit, discard } }: Given) {
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
