import { ChipChoice } from '../../../ui/components/chip-choice.tsx'
import { SelectField } from '../../../ui/components/select-field.tsx'
import { TextField } from '../../../ui/components/text-field.tsx'
import { useText } from '../../use-text.ts'
import { useFault } from '../fault-scope.tsx'
import { MarkdownField } from '../markdown-field.tsx'
import { usePictures } from '../pictures.tsx'
import { QUESTION_TYPES, type QuestionFields, type QuestionType } from '../question-fields.ts'
import { GapEditor } from './gap-editor.tsx'
import { ItemsEditor } from './items-editor.tsx'
import { MatchEditor } from './match-editor.tsx'
import { NumberEditor } from './number-editor.tsx'
import { OptionsEditor } from './options-editor.tsx'
import { ShortTextEditor } from './short-text-editor.tsx'

export interface QuestionGiven {
  question: QuestionFields
  change: (changes: Partial<QuestionFields>) => void
}

export const DIFFICULTIES = ['EASY', 'MEDIUM', 'HARD'] as const

interface EditorGiven extends QuestionGiven {
  /** The service has the question already, with this type for good. */
  isTypeFixed?: boolean
}

/** A question of any type. */
export function QuestionEditor({ question, change, isTypeFixed = false }: EditorGiven) {
  const { t } = useText()
  const faultOf = useFault()
  const choosePicture = usePictures()
  return (
    <>
      <MarkdownField
        label={t('quiz.prompt')}
        name="prompt"
        rows={3}
        value={question.prompt}
        error={faultOf('prompt')}
        onChange={(prompt) => change({ prompt })}
        onUpload={choosePicture}
      />
      {!isTypeFixed && (
        <SelectField
          label={t('quiz.type')}
          value={question.type}
          options={QUESTION_TYPES.map((type) => ({ id: type, text: t(`quiz.type.${type}`) }))}
          onChange={(event) => change(typeChange(question, event.target.value as QuestionType))}
        />
      )}
      <AnswerEditor question={question} change={change} />
      <MarkdownField
        label={t('quiz.explanation')}
        name="explanation"
        rows={3}
        hint={t('quiz.explanationHint')}
        value={question.explanation}
        error={faultOf('explanation')}
        onChange={(explanation) => change({ explanation })}
      />
      <TextField
        label={t('quiz.hint')}
        name="hint"
        dir="auto"
        hint={t('quiz.hintHint')}
        value={question.hint}
        error={faultOf('hint')}
        onChange={(event) => change({ hint: event.target.value })}
      />
      <ChipChoice
        label={t('quiz.difficulty')}
        choices={DIFFICULTIES.map((value) => ({ value, content: t(`quiz.difficulty.${value}`) }))}
        chosen={question.difficulty}
        onChoose={(difficulty) => change({ difficulty })}
      />
    </>
  )
}

/** A question with one right option keeps the first of several. */
function typeChange({ options }: QuestionFields, type: QuestionType): Partial<QuestionFields> {
  if (type !== 'SINGLE_CHOICE') return { type }
  const right = options.findIndex(({ isRight }) => isRight)
  return { type, options: options.map((option, index) => ({ ...option, isRight: index === right })) }
}

function AnswerEditor({ question, change }: QuestionGiven) {
  switch (question.type) {
    case 'SINGLE_CHOICE':
    case 'MULTIPLE_CHOICE':
      return <OptionsEditor question={question} change={change} />
    case 'NUMBER':
      return <NumberEditor question={question} change={change} />
    case 'SHORT_TEXT':
      return <ShortTextEditor question={question} change={change} />
    case 'ORDER':
      return <ItemsEditor question={question} change={change} />
    case 'MATCH':
      return <MatchEditor question={question} change={change} />
    case 'GAP':
      return <GapEditor question={question} change={change} />
  }
}
