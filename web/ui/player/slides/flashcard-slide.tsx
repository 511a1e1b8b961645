import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useUiText } from '../../i18n/use-text.ts'
import { InlineMarkdown, Markdown } from '../../markdown/markdown.tsx'
import type { Slide } from '../play-state.ts'
import { SlideTitle } from './slide-title.tsx'

/** The front shows the question; the learner reveals the answer on the back. */
export function FlashcardSlide({ slide }: { slide: Extract<Slide, { type: 'FLASHCARD' }> }) {
  const { t } = useUiText()
  const [isTurned, setTurned] = useState(false)
  return (
    <article>
      <p className="mb-3 text-[13px] font-bold tracking-wide text-ink-2 uppercase">{t('player.flashcard')}</p>
      <SlideTitle dir="auto">
        <InlineMarkdown text={slide.front} formulas={slide.formulas} />
      </SlideTitle>
      <button
        type="button"
        aria-expanded={isTurned}
        onClick={() => setTurned(!isTurned)}
        className={`pressable mt-6 flex min-h-56 w-full flex-col items-center justify-center gap-4 rounded-[28px] border-2 p-7 text-center ${isTurned ? 'border-primary bg-surface' : 'border-line bg-surface'}`}
      >
        {isTurned ? (
          <span className="animate-rise">
            <Markdown text={slide.back} formulas={slide.formulas} className="text-start" />
          </span>
        ) : (
          <>
            <span className="grid size-14 place-items-center rounded-full bg-primary-soft text-primary">
              <RefreshCw size={26} aria-hidden="true" />
            </span>
            <span className="font-bold text-ink-2">{t('player.turnCard')}</span>
          </>
        )}
      </button>
    </article>
  )
}
