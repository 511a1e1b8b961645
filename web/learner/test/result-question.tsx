import { Check, X } from 'lucide-react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { Html } from '../../ui/markdown/html.tsx'
import { startDraft } from '../../ui/player/question/draft.ts'
import { QuestionInputs } from '../../ui/player/question/question-view.tsx'
import { SolutionText } from '../../ui/player/question/solution-text.tsx'
import { useScreenText } from '../use-text.ts'
import { savedDraft } from './test-answers.ts'

const nothing = () => undefined

interface Given {
  question: Api.TestResultQuestion | Api.ReviewedContestQuestion
  /** The learner has changed the answer after the submission. */
  isChangedLater?: boolean
}

/** A question of a submitted test or a decided contest: the given answer, the solution and the explanation. */
export function ResultQuestion({ question, isChangedLater = false }: Given) {
  const { t } = useScreenText()
  const { isCorrect, solution, feedbackHtml } = question
  const draft = savedDraft(question)
  return (
    <li className="rounded-card border border-line bg-surface p-5 shadow-card">
      <h3 className="flex items-center justify-between gap-3 text-[13px] font-bold tracking-wide text-ink-2 uppercase">
        {t('player.question', { number: question.order })}
        <span
          className={`inline-flex items-center gap-1.5 text-sm normal-case ${isCorrect ? 'text-good' : 'text-bad'}`}
        >
          {isCorrect ? (
            <Check size={18} strokeWidth={3} aria-hidden="true" />
          ) : (
            <X size={18} strokeWidth={3} aria-hidden="true" />
          )}
          {isCorrect ? t('test.correct') : draft ? t('test.wrong') : t('review.notAnswered')}
        </span>
      </h3>
      <Html as="div" html={question.promptHtml} className="slide-text mt-2 mb-4 !text-[18px] font-bold" />
      {isChangedLater && (
        <p className="mb-4 rounded-control bg-gold-soft px-3.5 py-2.5 text-[15px] font-semibold">
          {t('test.changedLater')}
        </p>
      )}
      <QuestionInputs
        question={question}
        draft={draft ?? startDraft(question)}
        solution={solution}
        onDraft={nothing}
        onChoose={nothing}
      />
      {!isCorrect && <SolutionText question={question} solution={solution} />}
      {feedbackHtml && <Html as="div" html={feedbackHtml} className="slide-text mt-3 !text-base" />}
      <Html as="div" html={solution.explanationHtml} className="slide-text mt-3 !text-base text-ink-2" />
    </li>
  )
}
