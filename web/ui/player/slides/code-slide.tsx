import { CodeBlock } from '../../components/code-block.tsx'
import { InlineMarkdown } from '../../markdown/markdown.tsx'
import type { Slide } from '../play-state.ts'
import { SlideTitle } from './slide-title.tsx'

export function CodeSlide({ slide }: { slide: Extract<Slide, { type: 'CODE' }> }) {
  return (
    <article>
      <SlideTitle className="mb-5">
        <InlineMarkdown text={slide.title} />
      </SlideTitle>
      <CodeBlock code={slide.content} language={slide.language} />
    </article>
  )
}
