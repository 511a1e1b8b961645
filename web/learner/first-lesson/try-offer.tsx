import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { Laurel } from '../../ui/brand/laurel.tsx'
import { Owl } from '../../ui/brand/owl.tsx'
import { buttonClass } from '../../ui/components/button-class.ts'
import { celebrate } from '../../ui/player/celebrate.ts'
import type { PlayedLesson } from '../../ui/player/lesson-player.tsx'
import { SlideTitle } from '../../ui/player/slides/slide-title.tsx'
import { usePlayerText } from '../use-text.ts'

interface Given {
  lesson: Api.LessonContent
  played: PlayedLesson
}

/** After the first lesson: the XP are stored on the device, and an account receives them. */
export function TryOffer({ lesson, played: { score } }: Given) {
  const { t } = usePlayerText()
  useEffect(() => void celebrate(), [])
  const next = { next: `/learn/${lesson.courseId}` }
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-xl flex-col px-5 pt-[max(28px,env(safe-area-inset-top))]">
      <div className="flex flex-1 flex-col items-center justify-center text-center">
        <div className="relative grid animate-pop place-items-center">
          <Laurel size={218} className="text-gold" />
          <span className="absolute">
            <Owl mood="glad" size={118} />
          </span>
        </div>
        <SlideTitle className="mt-4">{t('try.waiting', { xp: lesson.xpReward })}</SlideTitle>
        {score && (
          <p className="mt-2 text-lg text-ink-2">
            {t('summary.score', { right: score.right, total: score.total })}
          </p>
        )}
        <p className="mt-4 max-w-md text-[17px] text-ink-2">{t('try.offer')}</p>
      </div>
      <div className="sticky bottom-0 grid gap-3 bg-bg pt-6 pb-[max(20px,env(safe-area-inset-bottom))]">
        <Link to="/sign-up" search={next} className={buttonClass({ size: 'large', isWide: true })}>
          {t('signUp.submit')}
        </Link>
        <Link
          to="/sign-in"
          search={next}
          className={buttonClass({ variant: 'secondary', size: 'large', isWide: true })}
        >
          {t('landing.haveAccount')}
        </Link>
        <Link to="/courses" className={buttonClass({ variant: 'ghost', isWide: true })}>
          {t('try.later')}
        </Link>
      </div>
    </main>
  )
}
