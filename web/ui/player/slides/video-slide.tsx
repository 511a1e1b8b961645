import { ownFile } from '../../api/own-file.ts'
import { buttonClass } from '../../components/button-class.ts'
import { useUiText } from '../../i18n/use-text.ts'
import type { Slide } from '../play-state.ts'
import { SlideTitle } from './slide-title.tsx'

type Video = Extract<Slide, { type: 'VIDEO' }>

export function VideoSlide({ slide }: { slide: Video }) {
  const { t } = useUiText()
  const minutes = Math.max(1, Math.round(slide.durationSeconds / 60))
  const address = ownFile(slide.mediaUrl)
  return (
    <article>
      <SlideTitle dir="auto">{slide.title}</SlideTitle>
      <p className="mt-2 text-ink-2">{t('player.videoLength', { count: minutes })}</p>
      {address.startsWith('/') ? (
        <Player address={address} captionsUrl={slide.captionsUrl} />
      ) : (
        <VideoElsewhere address={address} />
      )}
    </article>
  )
}

function Player({ address, captionsUrl }: { address: string; captionsUrl: string | null }) {
  const { t, locale } = useUiText()
  return (
    <video controls preload="metadata" src={address} className="mt-5 w-full rounded-card bg-ink">
      <track
        kind="captions"
        srcLang={locale}
        label={t('player.captions')}
        {...(captionsUrl ? { src: ownFile(captionsUrl), default: true } : {})}
      />
    </video>
  )
}

/** The policy of the page forbids requests to other sites, so the learner opens the video there. */
function VideoElsewhere({ address }: { address: string }) {
  const { t } = useUiText()
  return (
    <div className="mt-5 rounded-card border border-line bg-surface p-6 shadow-card">
      <p className="mb-4 [overflow-wrap:anywhere]">
        {t('player.videoElsewhere', { site: URL.parse(address)?.hostname ?? address })}
      </p>
      <a
        href={address}
        target="_blank"
        rel="noopener noreferrer"
        className={buttonClass({ variant: 'secondary', size: 'large' })}
      >
        {t('player.openVideo')}
      </a>
    </div>
  )
}
