import { SelectField } from '../../../ui/components/select-field.tsx'
import { TextField } from '../../../ui/components/text-field.tsx'
import { useText } from '../../use-text.ts'
import { useFault } from '../fault-scope.tsx'
import { AddRow, ListGroup, RemoveRow, useFocusAdded } from './list-parts.tsx'
import type { QuestionGiven } from './question-editor.tsx'

const MAX_UNITS = 10

/** A number with what it may differ by, and its units. */
export function NumberEditor({ question, change }: QuestionGiven) {
  const { t } = useText()
  const faultOf = useFault()
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={t('quiz.value')}
          name="value"
          inputMode="decimal"
          value={question.value}
          error={faultOf('value')}
          onChange={(event) => change({ value: event.target.value })}
        />
        <TextField
          label={t('quiz.unit')}
          name="unit"
          hint={t('quiz.unitHint')}
          maxLength={40}
          value={question.unit}
          error={faultOf('unit')}
          onChange={(event) => change({ unit: event.target.value })}
        />
        <TextField
          label={t('quiz.tolerance')}
          name="tolerance"
          inputMode="decimal"
          placeholder="0"
          hint={t('quiz.toleranceHint')}
          value={question.tolerance}
          error={faultOf('tolerance')}
          onChange={(event) => change({ tolerance: event.target.value })}
        />
        <SelectField
          label={t('quiz.toleranceType')}
          value={question.toleranceType}
          options={(['ABSOLUTE', 'RELATIVE'] as const).map((type) => ({
            id: type,
            text: t(`quiz.toleranceType.${type}`),
          }))}
          onChange={(event) => change({ toleranceType: event.target.value as 'ABSOLUTE' })}
        />
      </div>
      <OtherUnits question={question} change={change} />
    </>
  )
}

function OtherUnits({ question: { unit, otherUnits }, change }: QuestionGiven) {
  const { t } = useText()
  const faultOf = useFault()
  const { list, onAdded } = useFocusAdded(otherUnits.length)
  const set = (index: number, changes: Partial<(typeof otherUnits)[number]>) =>
    change({ otherUnits: otherUnits.map((each, at) => (at === index ? { ...each, ...changes } : each)) })
  return (
    <ListGroup label={t('quiz.otherUnits')} hint={t('quiz.otherUnitsHint')} field="otherUnits">
      <div ref={list} className="grid grid-cols-1 gap-2.5">
        {otherUnits.map((other, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: units are known by their position.
          <div key={index} data-row className="flex items-start gap-2">
            <TextField
              label={t('quiz.otherUnit', { number: index + 1 })}
              className="min-w-0 flex-1"
              name={`otherUnits.${index}.unit`}
              maxLength={40}
              value={other.unit}
              error={faultOf(`otherUnits.${index}.unit`)}
              onChange={(event) => set(index, { unit: event.target.value })}
            />
            <TextField
              label={t('quiz.factor', { unit: unit || '…' })}
              className="min-w-0 flex-1"
              name={`otherUnits.${index}.factor`}
              inputMode="decimal"
              value={other.factor}
              error={faultOf(`otherUnits.${index}.factor`)}
              onChange={(event) => set(index, { factor: event.target.value })}
            />
            <div className="pt-8">
              <RemoveRow
                label={t('quiz.removeUnit', { number: index + 1 })}
                isDisabled={false}
                onRemove={() => change({ otherUnits: otherUnits.toSpliced(index, 1) })}
              />
            </div>
          </div>
        ))}
      </div>
      {otherUnits.length < MAX_UNITS && (
        <AddRow
          label={t('quiz.addUnit')}
          onAdd={() => {
            onAdded()
            change({ otherUnits: [...otherUnits, { unit: '', factor: '' }] })
          }}
        />
      )}
    </ListGroup>
  )
}
