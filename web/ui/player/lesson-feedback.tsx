import { lazy, type ReactNode, Suspense } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { Html } from '../markdown/html.tsx'
import { FeedbackSheet } from './feedback-sheet.tsx'
import type { PlayState } from './play-state.ts'

const SolutionText = lazy(() =>
  import('./question/solution-text.tsx').then(({ SolutionText }) => ({ default: SolutionText })),
)

interface Given {
  state: PlayState
  /** What the author says about the chosen option, as soon as the service has sent it. */
  optionFeedback: string | null | undefined
  onNext: () => void
  /** Beside the result, for the question with this id. */
  action?: ((questionId: string) => ReactNode) | undefined
}

/** The feedback on the answer of the current slide. */
export function LessonFeedback({ state, optionFeedback, onNext, action }: Given) {
  const { key, slide } = state.steps[state.at]!
  if (slide.type === 'QUIZ') {
    const { id, correctIndex, explanationHtml } = slide.question
    return (
      <FeedbackSheet isRight={state.chosen[key] === correctIndex} onNext={onNext} action={action?.(id)}>
        {optionFeedback && <Text html={optionFeedback} />}
        <Text html={explanationHtml} />
      </FeedbackSheet>
    )
  }
  if (slide.type !== 'QUESTION') return null
  const { isCorrect, feedbackHtml, explanationHtml, solution } = state.graded[key] as Api.AnsweredQuestion
  return (
    <FeedbackSheet isRight={isCorrect} onNext={onNext} action={action?.(slide.question.id)}>
      {feedbackHtml && <Text html={feedbackHtml} />}
      <Text html={explanationHtml} />
      {!isCorrect && (
        <Suspense>
          <SolutionText question={slide.question} solution={solution} />
        </Suspense>
      )}
    </FeedbackSheet>
  )
}

function Text({ html }: { html: string }) {
  return <Html as="div" html={html} className="slide-text mt-3 !text-base !leading-normal" />
}
