import { Switch } from '../../../ui/components/switch.tsx'
import { useText } from '../../use-text.ts'
import { LinesField } from './list-parts.tsx'
import type { QuestionGiven } from './question-editor.tsx'

/** The texts that are accepted, the best one first. */
export function ShortTextEditor({ question, change }: QuestionGiven) {
  const { t } = useText()
  return (
    <>
      <LinesField
        label={t('quiz.accepted')}
        name="accepted"
        hint={t('quiz.acceptedHint')}
        value={question.accepted}
        onChange={(accepted) => change({ accepted })}
      />
      <AccentSwitch question={question} change={change} />
    </>
  )
}

export function AccentSwitch({ question, change }: QuestionGiven) {
  const { t } = useText()
  return (
    <Switch
      label={t('quiz.ignoreAccents')}
      hint={t('quiz.ignoreAccentsHint')}
      isOn={question.ignoreAccents}
      onChange={(ignoreAccents) => change({ ignoreAccents })}
    />
  )
}
