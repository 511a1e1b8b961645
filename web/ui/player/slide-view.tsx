import type { PlayState } from './play-state.ts'
import { CalloutSlide } from './slides/callout-slide.tsx'
import { CodeSlide } from './slides/code-slide.tsx'
import { FlashcardSlide } from './slides/flashcard-slide.tsx'
import { QuizSlide } from './slides/quiz-slide.tsx'
import { TextSlide } from './slides/text-slide.tsx'
import { VideoSlide } from './slides/video-slide.tsx'

interface Given {
  state: PlayState
  onChoose: (option: number) => void
}

/** The current slide. */
export function SlideView({ state, onChoose }: Given) {
  const { key, slide, isRepeat } = state.steps[state.at]!
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
    case 'QUIZ': {
      const number = state.steps.slice(0, state.at + 1).filter((step) => step.slide.type === 'QUIZ').length
      return (
        <QuizSlide
          slide={slide}
          number={number}
          isRepeat={isRepeat}
          chosen={state.chosen[key]}
          onChoose={onChoose}
        />
      )
    }
  }
}
