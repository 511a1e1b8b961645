import { MessageSquareText } from 'lucide-react'
import { useId, useState } from 'react'
import { TextField } from '../../../ui/components/text-field.tsx'
import { useText } from '../../use-text.ts'
import { useFault } from '../fault-scope.tsx'
import { IconButton } from '../icon-button.tsx'
import type { OptionFields } from '../question-fields.ts'
import { AddRow, ListGroup, RemoveRow, useFocusAdded } from './list-parts.tsx'
import type { QuestionGiven } from './question-editor.tsx'

const MAX_OPTIONS = 8

/** The options of a question with one or several right ones. Enter in the last one adds another. */
export function OptionsEditor({ question: { type, options }, change }: QuestionGiven) {
  const { t } = useText()
  const isSingle = type === 'SINGLE_CHOICE'
  const group = useId()
  const { list, onAdded } = useFocusAdded(options.length)
  const set = (index: number, changes: Partial<OptionFields>) =>
    change({ options: options.map((option, at) => (at === index ? { ...option, ...changes } : option)) })
  const setRight = (index: number, isRight: boolean) =>
    change({
      options: options.map((option, at) =>
        at === index ? { ...option, isRight } : isSingle ? { ...option, isRight: false } : option,
      ),
    })
  const add = () => {
    if (options.length >= MAX_OPTIONS) return
    onAdded()
    change({ options: [...options, { text: '', isRight: false, feedback: '' }] })
  }
  return (
    <ListGroup
      label={t('quiz.options')}
      hint={isSingle ? t('quiz.optionsHint') : t('quiz.severalHint')}
      field="options"
    >
      <div ref={list} className="grid grid-cols-1 gap-2.5">
        {options.map((option, index) => (
          <OptionRow
            // biome-ignore lint/suspicious/noArrayIndexKey: options are known by their position.
            key={index}
            index={index}
            option={option}
            group={group}
            isSingle={isSingle}
            isLast={index === options.length - 1}
            canRemove={options.length > 2}
            onChange={(changes) => set(index, changes)}
            onRight={(isRight) => setRight(index, isRight)}
            onAdd={add}
            onRemove={() => change({ options: options.toSpliced(index, 1) })}
          />
        ))}
      </div>
      {options.length < MAX_OPTIONS && <AddRow label={t('quiz.addOption')} onAdd={add} />}
    </ListGroup>
  )
}

interface RowGiven {
  index: number
  option: OptionFields
  group: string
  isSingle: boolean
  isLast: boolean
  canRemove: boolean
  onChange: (changes: Partial<OptionFields>) => void
  onRight: (isRight: boolean) => void
  onAdd: () => void
  onRemove: () => void
}

function OptionRow({ index, option, group, isSingle, isLast, canRemove, ...on }: RowGiven) {
  const { t } = useText()
  const faultOf = useFault()
  const number = index + 1
  const [isOpen, setOpen] = useState(option.feedback !== '')
  return (
    <div data-row className={`rounded-2xl border-2 p-2 ${option.isRight ? 'border-good' : 'border-line'}`}>
      <div className="flex items-start gap-1">
        <label className="grid size-11 flex-none cursor-pointer place-items-center self-center">
          <input
            type={isSingle ? 'radio' : 'checkbox'}
            name={isSingle ? group : 'options'}
            aria-label={t('quiz.isRight', { number })}
            checked={option.isRight}
            onChange={(event) => on.onRight(event.target.checked)}
            className="size-5 accent-[var(--good)]"
          />
        </label>
        <TextField
          label={t('quiz.option', { number })}
          isLabelHidden
          className="min-w-0 flex-1"
          name={`options.${index}`}
          placeholder={t('quiz.option', { number })}
          dir="auto"
          value={option.text}
          error={faultOf(`options.${index}`)}
          onChange={(event) => on.onChange({ text: event.target.value })}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !isLast) return
            event.preventDefault()
            on.onAdd()
          }}
        />
        <IconButton
          label={t('quiz.feedbackOf', { number })}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className={option.feedback ? 'text-primary' : ''}
        >
          <MessageSquareText size={18} aria-hidden="true" />
        </IconButton>
        <RemoveRow
          label={t('quiz.removeOption', { number })}
          isDisabled={!canRemove}
          onRemove={on.onRemove}
        />
      </div>
      {isOpen && (
        <TextField
          label={t('quiz.feedback')}
          hint={t('quiz.feedbackHint')}
          className="mt-2 px-1 pb-1"
          dir="auto"
          maxLength={500}
          value={option.feedback}
          onChange={(event) => on.onChange({ feedback: event.target.value })}
        />
      )}
    </div>
  )
}
