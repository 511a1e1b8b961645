import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { FlameIcon } from '../../ui/brand/currency-icons.tsx'
import { Laurel } from '../../ui/brand/laurel.tsx'
import { Owl } from '../../ui/brand/owl.tsx'
import { Button } from '../../ui/components/button.tsx'
import { buttonClass } from '../../ui/components/button-class.ts'
import { FormError } from '../../ui/components/form-error.tsx'
import { Pill } from '../../ui/components/pill.tsx'
import { celebrate } from '../../ui/player/celebrate.ts'
import { SlideTitle } from '../../ui/player/slides/slide-title.tsx'
import { useScreenText } from '../use-text.ts'
import type { ReviewSession } from './use-review-session.ts'

/** No card is left for today. */
export function SessionDone({ session }: { session: ReviewSession }) {
  const { t } = useScreenText()
  const { answered, right, isStreakExtended, last } = session.state
  const { isPending, error, run } = useSubmit()
  const hasReviewed = answered > 0
  useEffect(() => {
    if (hasReviewed) void celebrate()
  }, [hasReviewed])
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-xl flex-col px-5 pt-[max(28px,env(safe-area-inset-top))]">
      <div className="flex flex-1 flex-col items-center justify-center text-center">
        <div className="relative grid animate-pop place-items-center">
          <Laurel size={218} className="text-gold" />
          <span className="absolute">
            <Owl mood="glad" size={118} />
          </span>
        </div>
        <SlideTitle className="mt-4">{t('review.doneTitle')}</SlideTitle>
        {hasReviewed && (
          <p className="mt-2 text-lg text-ink-2">{t('review.score', { right, total: answered })}</p>
        )}
        {isStreakExtended && (
          <Pill tone="gold" className="mt-5">
            <FlameIcon size={18} />
            {t('review.streak')}
          </Pill>
        )}
      </div>
      <div className="sticky bottom-0 grid gap-3 bg-bg pt-6 pb-[max(20px,env(safe-area-inset-bottom))]">
        <FormError text={error} />
        <Link to="/" className={buttonClass({ size: 'large', isWide: true })}>
          {t('lesson.home')}
        </Link>
        <Link to="/review" className={buttonClass({ variant: 'ghost', isWide: true })}>
          {t('review.toOverview')}
        </Link>
        {last && (
          <Button variant="ghost" isWide isPending={isPending} onClick={() => void run(session.undo)}>
            {t('review.undo')}
          </Button>
        )}
      </div>
    </main>
  )
}
