import type { ReactNode } from 'react'
import { Laurel } from '../../ui/brand/laurel.tsx'
import { Owl } from '../../ui/brand/owl.tsx'
import type { PlayedLesson } from '../../ui/player/lesson-player.tsx'
import { SlideTitle } from '../../ui/player/slides/slide-title.tsx'
import { usePlayerText } from '../use-text.ts'

interface Given {
  played: PlayedLesson
  /** The next links. */
  actions: ReactNode
}

/** The end of a lesson that the service does not know about yet. */
export function SavedSummary({ played: { score }, actions }: Given) {
  const { t } = usePlayerText()
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-xl flex-col px-5 pt-[max(28px,env(safe-area-inset-top))]">
      <div className="flex flex-1 flex-col items-center justify-center text-center">
        <div className="relative grid animate-pop place-items-center">
          <Laurel size={218} className="text-gold" />
          <span className="absolute">
            <Owl mood="glad" size={118} />
          </span>
        </div>
        <SlideTitle className="mt-4">{t('summary.title')}</SlideTitle>
        {score && (
          <p className="mt-2 text-lg text-ink-2">
            {t('summary.score', { right: score.right, total: score.total })}
          </p>
        )}
        <p className="mt-6 rounded-full bg-gem-soft px-4 py-1.5 font-bold text-gem">
          {t('offline.savedTitle')}
        </p>
        <p className="mt-3 max-w-md text-[17px] text-ink-2">{t('offline.savedText')}</p>
      </div>
      <div className="sticky bottom-0 grid gap-3 bg-bg pt-6 pb-[max(20px,env(safe-area-inset-bottom))]">
        {actions}
      </div>
    </main>
  )
}
