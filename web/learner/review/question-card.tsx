import { type ReactNode, useRef, useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { Html } from '../../ui/markdown/html.tsx'
import { FeedbackSheet } from '../../ui/player/feedback-sheet.tsx'
import { answerOf, chooseNth, type Draft, type Question, startDraft } from '../../ui/player/question/draft.ts'
import { QuestionView } from '../../ui/player/question/question-view.tsx'
import { SolutionText } from '../../ui/player/question/solution-text.tsx'
import { usePlayKeys } from '../../ui/player/use-play-keys.ts'
import type { Saved } from '../offline/answer-review.ts'
import { ReportButton } from '../report/report-button.tsx'
import { useScreenText } from '../use-text.ts'
import { CardFrame } from './card-frame.tsx'
import { SavedSheet } from './saved-sheet.tsx'

interface GivenAnswer {
  answer: Api.Answer
  timeMs: number
  usedHint: boolean
}

interface Graded {
  isCorrect: boolean | null
  solution: Api.Solution | null
  /** What the author says about the chosen options. */
  feedbackHtml?: string | null
}

interface Given<Result extends Graded> {
  question: Question
  /** Above the question. */
  eyebrow: string
  /** 'saved' if the service grades it later; undefined if the question is no longer asked. */
  onAnswer: (given: GivenAnswer) => Promise<Result | Saved | undefined>
  onHint?: (() => Promise<Api.Hint>) | undefined
  onNext: () => void
  onLeave: () => void
  /** Below the explanation. */
  note?: (result: Result) => ReactNode
}

/** A question of a review or of practice: answer, then feedback. */
export function QuestionCard<Result extends Graded>(given: Given<Result>) {
  const { question, eyebrow, onAnswer, onHint, onNext, onLeave, note } = given
  const { t, locale } = useScreenText()
  const [draft, setDraft] = useState(() => startDraft(question))
  const [result, setResult] = useState<Result>()
  const [isSaved, setSaved] = useState(false)
  const isAnswered = isSaved || result !== undefined
  const [shownAt] = useState(() => performance.now())
  const usedHint = useRef(false)
  const { isPending, error, run } = useSubmit()
  const solution = result?.solution ?? undefined
  const answer = answerOf(question, draft, locale)

  const submit = (given: Draft) => {
    const complete = answerOf(question, given, locale)
    if (!complete || isPending || isAnswered) return
    const timeMs = Math.min(Math.round(performance.now() - shownAt), 3_600_000)
    void run(async () => {
      const graded = await onAnswer({ answer: complete, timeMs, usedHint: usedHint.current })
      if (graded === 'saved') setSaved(true)
      else setResult(graded)
    })
  }
  const choose = (index: number) => {
    if (isPending || isAnswered) return
    const chosen = chooseNth(question, draft, index)
    setDraft(chosen)
    if (question.type === 'SINGLE_CHOICE' && chosen !== draft) submit(chosen)
  }
  usePlayKeys(
    {
      onChoose: choose,
      onNext: () => isAnswered && onNext(),
      onEnter: () => (isAnswered ? onNext() : submit(draft)),
      onBack: () => undefined,
      onLeave,
    },
    true,
  )
  const askForHint = async () => {
    const hint = await onHint!()
    usedHint.current = true
    return hint
  }

  return (
    <CardFrame
      footer={
        result && solution ? (
          <FeedbackSheet
            isRight={result.isCorrect === true}
            onNext={onNext}
            action={<ReportButton kind="QUESTION" targetId={question.id} look="icon" />}
          >
            {result.feedbackHtml && <Text html={result.feedbackHtml} />}
            <Text html={solution.explanationHtml} />
            {!result.isCorrect && <SolutionText question={question} solution={solution} />}
            {note?.(result)}
          </FeedbackSheet>
        ) : isSaved ? (
          <SavedSheet onNext={onNext} />
        ) : undefined
      }
      actions={
        <>
          <FormError text={error} />
          <Button size="large" isWide isPending={isPending} disabled={!answer} onClick={() => submit(draft)}>
            {answer ? t('question.check') : t('review.answerFirst')}
          </Button>
        </>
      }
    >
      <QuestionView
        eyebrow={eyebrow}
        question={question}
        draft={draft}
        solution={solution}
        onDraft={setDraft}
        onChoose={choose}
        onSubmit={() => submit(draft)}
        onHint={onHint && askForHint}
      />
    </CardFrame>
  )
}

function Text({ html }: { html: string }) {
  return <Html as="div" html={html} className="slide-text mt-3 !text-base !leading-normal" />
}
