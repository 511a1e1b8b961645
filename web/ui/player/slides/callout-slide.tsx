import { Info, Lightbulb, TriangleAlert } from 'lucide-react'
import { useUiText } from '../../i18n/use-text.ts'
import { Markdown } from '../../markdown/markdown.tsx'
import type { Slide } from '../play-state.ts'
import { SlideTitle } from './slide-title.tsx'

const TONES = {
  TIP: { look: 'bg-gold-soft', ink: 'bg-gold text-on-gold', Icon: Lightbulb },
  INFO: { look: 'bg-primary-soft', ink: 'bg-primary text-on-primary', Icon: Info },
  WARNING: { look: 'bg-bad-soft', ink: 'bg-bad text-on-bad', Icon: TriangleAlert },
}

export function CalloutSlide({ slide }: { slide: Extract<Slide, { type: 'CALLOUT' }> }) {
  const { t } = useUiText()
  const { look, ink, Icon } = TONES[slide.tone]
  return (
    <article className={`rounded-[28px] p-7 sm:p-9 ${look}`}>
      <span className={`mb-5 grid size-14 place-items-center rounded-2xl ${ink}`}>
        <Icon size={28} strokeWidth={2.3} aria-hidden="true" />
      </span>
      <SlideTitle>{t(`callout.${slide.tone}`)}</SlideTitle>
      <Markdown text={slide.content} formulas={slide.formulas} className="mt-4" />
    </article>
  )
}
