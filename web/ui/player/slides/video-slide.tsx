import { ownFile } from '../../api/own-file.ts'
import { useUiText } from '../../i18n/use-text.ts'
import type { Slide } from '../play-state.ts'
import { SlideTitle } from './slide-title.tsx'

export function VideoSlide({ slide }: { slide: Extract<Slide, { type: 'VIDEO' }> }) {
  const { t, locale } = useUiText()
  const minutes = Math.max(1, Math.round(slide.durationSeconds / 60))
  return (
    <article>
      <SlideTitle dir="auto">{slide.title}</SlideTitle>
      <p className="mt-2 text-ink-2">{t('player.videoLength', { count: minutes })}</p>
      <video
        controls
        preload="metadata"
        src={ownFile(slide.mediaUrl)}
        className="mt-5 w-full rounded-card bg-ink"
      >
        <track
          kind="captions"
          srcLang={locale}
          label={t('player.captions')}
          {...(slide.captionsUrl ? { src: ownFile(slide.captionsUrl), default: true } : {})}
        />
      </video>
    </article>
  )
}
