import { useRef, useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { Html } from '../../ui/markdown/html.tsx'
import { FeedbackSheet } from '../../ui/player/feedback-sheet.tsx'
import { answerOf, chooseNth, type Draft, type Question, startDraft } from '../../ui/player/question/draft.ts'
import { QuestionView } from '../../ui/player/question/question-view.tsx'
import { SolutionText } from '../../ui/player/question/solution-text.tsx'
import { usePlayKeys } from '../../ui/player/use-play-keys.ts'
import { useScreenText } from '../use-text.ts'
import { CardFrame } from './card-frame.tsx'
import { Interval } from './interval.tsx'
import type { GivenReview } from './use-review-session.ts'

interface Given {
  card: Api.ReviewCard
  question: Question
  onAnswer: (given: GivenReview) => Promise<Api.ReviewResult | undefined>
  onNext: () => void
  onLeave: () => void
}

/** A question that is due: answer, then feedback. */
export function QuestionCard({ card, question, onAnswer, onNext, onLeave }: Given) {
  const { t, locale } = useScreenText()
  const [draft, setDraft] = useState(() => startDraft(question))
  const [result, setResult] = useState<Api.ReviewResult>()
  const [shownAt] = useState(() => Date.now())
  const usedHint = useRef(false)
  const { isPending, error, run } = useSubmit()
  const solution = result?.solution ?? undefined
  const answer = answerOf(question, draft, locale)

  const submit = (given: Draft) => {
    const complete = answerOf(question, given, locale)
    if (!complete || isPending || result) return
    const timeMs = Math.min(Date.now() - shownAt, 3_600_000)
    void run(async () => setResult(await onAnswer({ answer: complete, timeMs, usedHint: usedHint.current })))
  }
  const choose = (index: number) => {
    if (isPending || result) return
    const chosen = chooseNth(question, draft, index)
    setDraft(chosen)
    if (question.type === 'SINGLE_CHOICE' && chosen !== draft) submit(chosen)
  }
  usePlayKeys(
    {
      onChoose: choose,
      onNext: () => result && onNext(),
      onEnter: () => (result ? onNext() : submit(draft)),
      onBack: () => undefined,
      onLeave,
    },
    true,
  )
  const askForHint = async () => {
    const { data } = await lyceum.call('POST /user-lessons/{lessonId}/hints', {
      path: { lessonId: card.lessonId! },
      body: { questionId: question.id },
    })
    usedHint.current = true
    return data
  }

  return (
    <CardFrame
      footer={
        result && solution ? (
          <FeedbackSheet isRight={result.isCorrect === true} onNext={onNext}>
            <Html
              as="div"
              html={solution.explanationHtml}
              className="slide-text mt-3 !text-base !leading-normal"
            />
            {!result.isCorrect && <SolutionText question={question} solution={solution} />}
            <Interval days={result.intervalDays} />
          </FeedbackSheet>
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
        eyebrow={t(`review.source.${card.source}`)}
        question={question}
        draft={draft}
        solution={solution}
        onDraft={setDraft}
        onChoose={choose}
        onSubmit={() => submit(draft)}
        onHint={card.lessonId ? askForHint : undefined}
      />
    </CardFrame>
  )
}
