import { Link } from '@tanstack/react-router'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { FlameIcon } from '../../ui/brand/currency-icons.tsx'
import { Button } from '../../ui/components/button.tsx'
import { buttonClass } from '../../ui/components/button-class.ts'
import { FormError } from '../../ui/components/form-error.tsx'
import { Pill } from '../../ui/components/pill.tsx'
import { useScreenText } from '../use-text.ts'
import { DoneFrame } from './done-frame.tsx'
import type { ReviewSession } from './use-review-session.ts'

/** No card is left for today. */
export function SessionDone({ session }: { session: ReviewSession }) {
  const { t } = useScreenText()
  const { answered, right, saved, remaining, isStreakExtended, last } = session.state
  const { isPending, error, run } = useSubmit()
  const hasReviewed = answered > 0
  return (
    <DoneFrame
      // Offline, the device has a part of the cards.
      title={remaining > 0 && saved > 0 ? t('review.deviceDone') : t('review.doneTitle')}
      score={hasReviewed ? t('review.score', { right, total: answered }) : undefined}
      isCelebrated={hasReviewed || saved > 0}
      actions={
        <>
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
        </>
      }
    >
      {saved > 0 && <p className="mt-3 max-w-md text-ink-2">{t('review.laterCount', { count: saved })}</p>}
      {isStreakExtended && (
        <Pill tone="gold" className="mt-5">
          <FlameIcon size={18} />
          {t('review.streak')}
        </Pill>
      )}
    </DoneFrame>
  )
}
