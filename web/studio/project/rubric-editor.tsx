import { ChevronDown, ChevronUp } from 'lucide-react'
import type { Submit } from '../../ui/api/use-submit.ts'
import { Card } from '../../ui/components/card.tsx'
import { TextArea } from '../../ui/components/text-area.tsx'
import { TextField } from '../../ui/components/text-field.tsx'
import { UNWRITTEN } from '../checklist.ts'
import { IconButton } from '../lesson/icon-button.tsx'
import { AddRow, RemoveRow } from '../lesson/question/list-parts.tsx'
import { useText } from '../use-text.ts'
import { type CriterionFields, MAX_CRITERIA, type ProjectFields, pointsOf } from './project-fields.ts'

interface Given {
  fields: ProjectFields
  change: (changes: Partial<ProjectFields>) => void
  submit: Submit
}

/** The criteria by which a submission is assessed, with their points. */
export function RubricEditor({ fields, change, submit }: Given) {
  const { t } = useText()
  const { rubric } = fields
  const { total, passing } = pointsOf(fields)
  const set = (index: number, changes: Partial<CriterionFields>) =>
    change({ rubric: rubric.map((each, at) => (at === index ? { ...each, ...changes } : each)) })
  const move = (index: number, to: number) =>
    change({ rubric: rubric.toSpliced(index, 1).toSpliced(to, 0, rubric[index]!) })
  return (
    <Card as="section" aria-labelledby="rubric">
      <h2 id="rubric" className="text-[21px]">
        {t('projectField.rubric')}
      </h2>
      <p className="mt-1 text-ink-2">{t('project.rubricHint')}</p>
      <ol className="mt-4 grid gap-4">
        {rubric.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: criteria are known by their position.
          <li key={index} data-row className="rounded-2xl border border-line p-3 sm:p-4">
            <fieldset className="min-w-0">
              <legend className="sr-only">{t('project.criterion', { number: index + 1 })}</legend>
              <Criterion
                row={row}
                number={index + 1}
                errorOf={(name) => submit.errorOf(`rubric.${index}.${name}`)}
                change={(changes) => set(index, changes)}
              />
              <div className="mt-2 flex justify-end gap-1">
                <IconButton
                  label={t('project.criterionUp', { number: index + 1 })}
                  disabled={index === 0}
                  onClick={() => move(index, index - 1)}
                >
                  <ChevronUp size={18} aria-hidden="true" />
                </IconButton>
                <IconButton
                  label={t('project.criterionDown', { number: index + 1 })}
                  disabled={index === rubric.length - 1}
                  onClick={() => move(index, index + 1)}
                >
                  <ChevronDown size={18} aria-hidden="true" />
                </IconButton>
                <RemoveRow
                  label={t('project.removeCriterion', { number: index + 1 })}
                  isDisabled={rubric.length === 1}
                  onRemove={() => change({ rubric: rubric.toSpliced(index, 1) })}
                />
              </div>
            </fieldset>
          </li>
        ))}
      </ol>
      {submit.errorOf('rubric') && (
        <p role="alert" className="mt-2 font-semibold text-bad">
          {submit.errorOf('rubric')}
        </p>
      )}
      <div className="mt-2 grid">
        {rubric.length < MAX_CRITERIA && (
          <AddRow
            label={t('project.addCriterion')}
            onAdd={() => change({ rubric: [...rubric, { criterion: '', points: '10', evidence: '' }] })}
          />
        )}
      </div>
      <div className="mt-4 grid items-end gap-4 border-line border-t pt-4 sm:grid-cols-[160px_minmax(0,1fr)]">
        <TextField
          label={t('projectField.passingScore')}
          error={submit.errorOf('passingScore')}
          type="number"
          inputMode="numeric"
          min={1}
          max={100}
          step={1}
          value={fields.passingScore}
          onChange={({ target }) => change({ passingScore: target.value })}
        />
        <p aria-live="polite" className="pb-3 font-semibold text-ink-2">
          {t('project.pass', { points: passing, total })}
        </p>
      </div>
    </Card>
  )
}

interface CriterionGiven {
  row: CriterionFields
  number: number
  errorOf: (name: keyof CriterionFields) => string | undefined
  change: (changes: Partial<CriterionFields>) => void
}

function Criterion({ row, number, errorOf, change }: CriterionGiven) {
  const { t } = useText()
  return (
    <div className="grid gap-3">
      <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_112px]">
        <TextArea
          label={t('project.criterion', { number })}
          error={errorOf('criterion')}
          placeholder={t('project.criterionExample')}
          rows={2}
          maxLength={2_000}
          dir="auto"
          value={row.criterion === UNWRITTEN ? '' : row.criterion}
          onChange={({ target }) => change({ criterion: target.value })}
        />
        <TextField
          label={t('project.pointsLabel')}
          error={errorOf('points')}
          type="number"
          inputMode="numeric"
          min={1}
          max={1_000}
          step={1}
          value={row.points}
          onChange={({ target }) => change({ points: target.value })}
        />
      </div>
      <TextField
        label={t('project.evidence')}
        hint={t('project.evidenceHint')}
        error={errorOf('evidence')}
        dir="auto"
        value={row.evidence}
        onChange={({ target }) => change({ evidence: target.value })}
      />
    </div>
  )
}
