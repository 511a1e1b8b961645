import { useText } from '../../use-text.ts'
import { useFault } from '../fault-scope.tsx'
import { MarkdownField } from '../markdown-field.tsx'
import { gapsIn } from '../question-fields.ts'
import { AddRow, LinesField } from './list-parts.tsx'
import type { QuestionGiven } from './question-editor.tsx'
import { AccentSwitch } from './short-text-editor.tsx'

const MAX_GAPS = 10

/** A text with gaps, and the words that are accepted in each. */
export function GapEditor({ question, change }: QuestionGiven) {
  const { t } = useText()
  const faultOf = useFault()
  const { text, gaps, wordBank } = question
  const marks = gapsIn(text)
  const next = Math.max(0, ...marks) + 1
  const add = () => change({ text: `${text}${text === '' || /\s$/.test(text) ? '' : ' '}{{${next}}}` })
  return (
    <>
      <MarkdownField
        label={t('quiz.text')}
        name="text"
        rows={4}
        hint={t('quiz.textHint', { first: '{{1}}', second: '{{2}}' })}
        value={text}
        error={faultOf('text')}
        onChange={(changed) => change({ text: changed })}
      />
      {marks.length < MAX_GAPS && <AddRow label={t('quiz.addGap')} onAdd={add} />}
      {marks.map((mark, index) => (
        <LinesField
          // biome-ignore lint/suspicious/noArrayIndexKey: gaps are known by their position.
          key={index}
          label={t('quiz.gap', { number: mark })}
          name={`gaps.${index}`}
          rows={2}
          hint={t('quiz.acceptedHint')}
          value={gaps[index] ?? ''}
          onChange={(words) =>
            change({ gaps: marks.map((_, at) => (at === index ? words : (gaps[at] ?? ''))) })
          }
        />
      ))}
      <LinesField
        label={t('quiz.wordBank')}
        name="wordBank"
        hint={t('quiz.wordBankHint')}
        value={wordBank}
        onChange={(words) => change({ wordBank: words })}
      />
      <AccentSwitch question={question} change={change} />
    </>
  )
}
