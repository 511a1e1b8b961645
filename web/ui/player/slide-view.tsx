import { lazy, Suspense } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { Skeleton } from '../components/skeleton.tsx'
import { useUiText } from '../i18n/use-text.ts'
import { isQuestion, type PlayState } from './play-state.ts'
import type { QuestionControls } from './question/question-view.tsx'
import { CalloutSlide } from './slides/callout-slide.tsx'
import { CodeSlide } from './slides/code-slide.tsx'
import { FlashcardSlide } from './slides/flashcard-slide.tsx'
import { QuizSlide } from './slides/quiz-slide.tsx'
import { TextSlide } from './slides/text-slide.tsx'
import { VideoSlide } from './slides/video-slide.tsx'

/** Most lessons have single-choice questions only. */
export const loadQuestionView = () => import('./question/question-view.tsx')
const QuestionView = lazy(() => loadQuestionView().then(({ QuestionView }) => ({ default: QuestionView })))

interface Given {
  state: PlayState
  /** For a QUESTION slide. */
  controls: QuestionControls | undefined
  onChoose: (option: number) => void
  /** Undefined where no hints are given. */
  onHint: ((questionId: string) => Promise<Api.Hint>) | undefined
}

/** The current slide. */
export function SlideView({ state, controls, onChoose, onHint }: Given) {
  const { t } = useUiText()
  const { key, slide, isRepeat } = state.steps[state.at]!
  const number = state.steps.slice(0, state.at + 1).filter(isQuestion).length
  switch (slide.type) {
    case 'TEXT_WITH_IMAGE':
      return <TextSlide slide={slide} />
    case 'CODE':
      return <CodeSlide slide={slide} />
    case 'CALLOUT':
      return <CalloutSlide slide={slide} />
    case 'FLASHCARD':
      return <FlashcardSlide slide={slide} />
    case 'VIDEO':
      return <VideoSlide slide={slide} />
    case 'QUESTION':
      return (
        <Suspense fallback={<Skeleton className="h-72" />}>
          <QuestionView
            eyebrow={isRepeat ? t('player.again') : t('player.question', { number })}
            {...controls!}
            onHint={onHint && (() => onHint(slide.question.id))}
          />
        </Suspense>
      )
    case 'QUIZ':
      return (
        <QuizSlide
          slide={slide}
          number={number}
          isRepeat={isRepeat}
          chosen={state.chosen[key]}
          onChoose={onChoose}
          onHint={onHint && (() => onHint(slide.question.id))}
        />
      )
  }
}
