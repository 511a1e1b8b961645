import { History } from 'lucide-react'
import { useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { Button } from '../../ui/components/button.tsx'
import { Card } from '../../ui/components/card.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { Switch } from '../../ui/components/switch.tsx'
import { TextField } from '../../ui/components/text-field.tsx'
import { FieldConflict } from '../frame/field-conflict.tsx'
import { useText } from '../use-text.ts'
import { differingTestFields, type TestFieldName, type TestFields } from './test-fields.ts'
import { TestHistory } from './test-history.tsx'
import { type TestForm, useTestForm } from './test-query.ts'

type Given = { test: Api.EditedCourseTest }

/** The rules of the test. Ctrl+S or Cmd+S saves them. */
export function TestRules({ test }: Given) {
  const { t } = useText()
  const form = useTestForm(test)
  const { fields, change, submit, isChanged } = form
  const [isHistory, setHistory] = useState(false)
  if (form.theirs) return <Conflict form={form} />
  return (
    <Card as="section" aria-labelledby="rules">
      <div className="flex items-center justify-between gap-3">
        <h2 id="rules" className="text-[21px]">
          {t('test.rules')}
        </h2>
        <Button
          variant="secondary"
          aria-label={t('history.title')}
          title={t('history.title')}
          onClick={() => setHistory(true)}
        >
          <History size={20} aria-hidden="true" />
        </Button>
      </div>
      <TestHistory test={test} isOpen={isHistory} onClose={() => setHistory(false)} />
      <form
        data-saves=""
        noValidate
        className="mt-4 grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (isChanged && !submit.isPending) void form.save()
        }}
      >
        <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] items-end gap-4">
          <TextField
            label={t('testField.questionCount')}
            error={submit.errorOf('questionCount')}
            type="number"
            inputMode="numeric"
            min={1}
            max={50}
            step={1}
            value={fields.questionCount}
            onChange={({ target }) => change({ questionCount: target.value })}
          />
          <TextField
            label={t('testField.passPercent')}
            error={submit.errorOf('passPercent')}
            type="number"
            inputMode="numeric"
            min={1}
            max={100}
            step={1}
            value={fields.passPercent}
            onChange={({ target }) => change({ passPercent: target.value })}
          />
        </div>
        <Switch
          label={t('testField.isRequiredForCertificate')}
          hint={t('test.requiredHint')}
          isOn={fields.isRequiredForCertificate}
          onChange={(isRequiredForCertificate) => change({ isRequiredForCertificate })}
        />
        <FixedRules test={test} />
        <FormError text={submit.code === 'POOL_TOO_SMALL' ? t('test.tooSmall') : submit.error} />
        <p className="text-sm text-ink-2">{t('test.atOnce')}</p>
        <div className="flex flex-wrap items-center justify-between gap-3 border-line border-t pt-4">
          <p role="status" className="text-sm font-semibold text-ink-2">
            {isChanged ? t('save.device') : t('save.saved')}
          </p>
          <span className="flex gap-3">
            {isChanged && (
              <Button variant="ghost" onClick={form.discard}>
                {t('save.discard')}
              </Button>
            )}
            <Button type="submit" isPending={submit.isPending} aria-disabled={!isChanged}>
              {t('save.save')}
            </Button>
          </span>
        </div>
      </form>
    </Card>
  )
}

/** What follows from the rules, and what the installation sets. */
function FixedRules({ test: { timeLimitSeconds, pauseHours } }: Given) {
  const { t } = useText()
  return (
    <dl className="grid gap-3 rounded-2xl bg-sunken p-4 text-[15px]">
      <div>
        <dt className="font-bold">{t('test.timeLimit')}</dt>
        <dd className="text-ink-2">{t('test.minutes', { count: Math.round(timeLimitSeconds / 60) })}</dd>
      </div>
      <div>
        <dt className="font-bold">{t('test.pause')}</dt>
        <dd className="text-ink-2">
          {pauseHours === 0 ? t('test.noPause') : t('test.hours', { count: pauseHours })}
        </dd>
      </div>
      <div>
        <dt className="font-bold">{t('test.draw')}</dt>
        <dd className="text-ink-2">{t('test.drawText')}</dd>
      </div>
    </dl>
  )
}

/** The rules of a test that the author may not change. */
export function ReadOnlyRules({ test }: Given) {
  const { t } = useText()
  return (
    <Card as="section" aria-labelledby="rules">
      <h2 id="rules" className="text-[21px]">
        {t('test.rules')}
      </h2>
      <dl className="mt-4 mb-4 grid gap-3">
        {(['questionCount', 'passPercent'] as const).map((name) => (
          <div key={name}>
            <dt className="text-sm font-bold text-ink-2">{t(`testField.${name}`)}</dt>
            <dd>{test[name]}</dd>
          </div>
        ))}
        <div>
          <dt className="text-sm font-bold text-ink-2">{t('testField.isRequiredForCertificate')}</dt>
          <dd>{test.isRequiredForCertificate ? t('conflict.yes') : t('conflict.no')}</dd>
        </div>
      </dl>
      <FixedRules test={test} />
    </Card>
  )
}

/** Two versions of the rules, field by field. */
function Conflict({ form }: { form: TestForm }) {
  const { t } = useText()
  const { fields: mine, base } = form
  const theirs = form.theirs!.fields
  const changed = differingTestFields(mine, base.fields)
  const names = differingTestFields(mine, theirs)
  const show = (name: TestFieldName, fields: TestFields): string =>
    name === 'isRequiredForCertificate' ? (fields[name] ? t('conflict.yes') : t('conflict.no')) : fields[name]
  return (
    <FieldConflict
      names={names}
      proposed={new Map(names.map((name) => [name, changed.includes(name) ? 'mine' : 'theirs']))}
      labelOf={(name) => t(`testField.${name}`)}
      show={(name, side) => show(name, side === 'mine' ? mine : theirs)}
      submit={form.submit}
      onResolve={(chosen) =>
        void form.resolve({ ...theirs, ...Object.fromEntries(chosen.map((name) => [name, mine[name]])) })
      }
    />
  )
}
