import { SelectField } from '../../components/select-field.tsx'
import { TextField } from '../../components/text-field.tsx'
import { useQuestionText } from '../../i18n/use-text.ts'
import { type Draft, type Question, readNumber } from './draft.ts'

interface Given {
  question: Extract<Question, { type: 'NUMBER' | 'SHORT_TEXT' }>
  draft: Draft
  isLocked: boolean
  onDraft: (draft: Draft) => void
}

/** A typed number with its unit, or a short text. */
export function TypedInput({ question, draft, isLocked, onDraft }: Given) {
  const { t, locale } = useQuestionText()
  const isNumber = question.type === 'NUMBER'
  const units = isNumber ? question.units : []
  const isUnreadable = isNumber && draft.text.trim() !== '' && readNumber(draft.text, locale) === undefined
  return (
    <div className="flex items-start gap-3">
      <TextField
        label={isNumber ? t('question.number') : t('question.text')}
        className="min-w-0 flex-1"
        value={draft.text}
        readOnly={isLocked}
        onChange={(event) => onDraft({ ...draft, text: event.target.value })}
        inputMode={isNumber ? 'decimal' : 'text'}
        maxLength={isNumber ? 40 : 500}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        dir="auto"
        hint={isUnreadable ? t('question.notANumber') : undefined}
        end={units.length === 1 ? <bdi className="font-bold text-ink-2">{units[0]}</bdi> : undefined}
      />
      {units.length > 1 && (
        <SelectField
          label={t('question.unit')}
          className="w-32 flex-none"
          value={draft.unit}
          disabled={isLocked}
          onChange={(event) => onDraft({ ...draft, unit: event.target.value })}
          options={units.map((unit) => ({ id: unit, text: unit }))}
        />
      )}
    </div>
  )
}
