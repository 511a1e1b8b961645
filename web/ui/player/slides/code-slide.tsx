import { lazy, Suspense } from 'react'
import { CodeBlock } from '../../components/code-block.tsx'
import { InlineMarkdown } from '../../markdown/markdown.tsx'
import type { Slide } from '../play-state.ts'
import { SlideTitle } from './slide-title.tsx'

/** Few slides have code that learners run. */
const RunnableCode = lazy(() =>
  import('./runnable-code.tsx').then(({ RunnableCode }) => ({ default: RunnableCode })),
)

export function CodeSlide({ slide }: { slide: Extract<Slide, { type: 'CODE' }> }) {
  const code = <CodeBlock code={slide.content} language={slide.language} />
  return (
    <article data-runnable={slide.runnable}>
      <SlideTitle dir="auto" className="mb-5">
        <InlineMarkdown text={slide.title} />
      </SlideTitle>
      {slide.runnable ? (
        <Suspense fallback={code}>
          <RunnableCode slide={slide} />
        </Suspense>
      ) : (
        code
      )}
    </article>
  )
}
