import { ownFile } from '../../api/own-file.ts'
import { InlineMarkdown, Markdown } from '../../markdown/markdown.tsx'
import type { Slide } from '../play-state.ts'
import { SlideTitle } from './slide-title.tsx'

export function TextSlide({ slide }: { slide: Extract<Slide, { type: 'TEXT_WITH_IMAGE' }> }) {
  return (
    <article>
      <SlideTitle dir="auto">
        <InlineMarkdown text={slide.title} />
      </SlideTitle>
      {slide.mediaUrl && (
        <img
          src={ownFile(slide.mediaUrl)}
          alt={slide.mediaAlt ?? ''}
          className="mt-5 max-h-[300px] w-full rounded-card border border-line bg-white object-contain"
        />
      )}
      <Markdown text={slide.content} formulas={slide.formulas} className="mt-5" />
    </article>
  )
}
