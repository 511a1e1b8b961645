import type { ReactNode } from 'react'
import type { Api } from '../../../../packages/client/src/lyceum.ts'
import { useQuestionText } from '../../i18n/use-text.ts'
import { Prompt } from '../slides/prompt.tsx'
import { ChoiceInput } from './choice-input.tsx'
import type { Draft, Question } from './draft.ts'
import { GapInput } from './gap-input.tsx'
import { HintButton } from './hint-button.tsx'
import { MatchInput } from './match-input.tsx'
import { OrderInput } from './order-input.tsx'
import { TypedInput } from './typed-input.tsx'

export interface QuestionControls {
  question: Question
  draft: Draft
  /** Known after the answer. */
  solution: Api.Solution | undefined
  onDraft: (draft: Draft) => void
  /** An option of a choice question. */
  onChoose: (index: number) => void
  onSubmit: () => void
}

interface Given extends QuestionControls {
  /** Above the question. */
  eyebrow: string
  onHint?: (() => Promise<Api.Hint>) | undefined
}

/** A question of any type. Enter in a field submits the answer. */
export function QuestionView({ eyebrow, onHint, ...controls }: Given) {
  const { question, solution, onSubmit } = controls
  return (
    <article>
      <p className="mb-2.5 text-[13px] font-bold tracking-wide text-ink-2 uppercase">{eyebrow}</p>
      <Prompt html={question.promptHtml} fallback={eyebrow} />
      {onHint && question.hasHint && !solution && <HintButton onHint={onHint} />}
      <form
        className="mt-6"
        onSubmit={(event) => {
          event.preventDefault()
          if (!solution) onSubmit()
        }}
      >
        <QuestionInputs {...controls} />
        {/* Without it, Enter does not submit a form with several fields. */}
        <button type="submit" hidden />
      </form>
    </article>
  )
}

/** The controls of an answer. With a solution they are locked and show what is right. */
export function QuestionInputs({
  question,
  draft,
  solution,
  onDraft,
  onChoose,
}: Omit<QuestionControls, 'onSubmit'>): ReactNode {
  const { t } = useQuestionText()
  switch (question.type) {
    case 'SINGLE_CHOICE':
      return (
        <ChoiceInput
          optionsHtml={question.optionsHtml}
          draft={draft}
          solution={solution}
          onChoose={onChoose}
        />
      )
    case 'MULTIPLE_CHOICE':
      return (
        <>
          <p className="mb-3 text-[15px] text-ink-2">{t('question.several')}</p>
          <ChoiceInput
            optionsHtml={question.optionsHtml}
            draft={draft}
            solution={solution}
            onChoose={onChoose}
          />
        </>
      )
    case 'NUMBER':
    case 'SHORT_TEXT':
      return (
        <TypedInput question={question} draft={draft} isLocked={solution !== undefined} onDraft={onDraft} />
      )
    case 'ORDER':
      return <OrderInput question={question} draft={draft} solution={solution} onDraft={onDraft} />
    case 'MATCH':
      return <MatchInput question={question} draft={draft} solution={solution} onDraft={onDraft} />
    case 'GAP':
      return <GapInput question={question} draft={draft} solution={solution} onDraft={onDraft} />
  }
}
