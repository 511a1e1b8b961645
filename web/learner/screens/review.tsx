import { Link } from '@tanstack/react-router'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { OwlMark } from '../../ui/brand/logo.tsx'
import { buttonClass } from '../../ui/components/button-class.ts'
import { EmptyState } from '../../ui/components/empty-state.tsx'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { ScreenLoading } from '../frame/screen-loading.tsx'
import { Forecast } from '../review/forecast.tsx'
import { ReviewSettings } from '../review/review-settings.tsx'
import { Skills } from '../review/skills.tsx'
import { SuspendedCards } from '../review/suspended-cards.tsx'
import { useScreenText } from '../use-text.ts'

/** What is due today, the next days, the skills, and the settings. */
export default function Review() {
  const { t } = useScreenText()
  const { data, error, refetch } = useApi('GET /review/due')
  if (error && !data) return <ErrorState fault={error} level="h1" onRetry={() => void refetch()} />
  if (!data) return <ScreenLoading />
  const counts = data.data
  const hasCards = counts.due > 0 || counts.nextDueOn !== null || counts.answeredToday > 0
  return (
    <div className="animate-rise">
      <h1 className="text-[27px] lg:text-[34px]">{t('review.heading')}</h1>
      <div className="mt-5 grid items-start gap-5 lg:mt-7 lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)] lg:gap-7">
        <div className="grid min-w-0 gap-5">
          {!hasCards ? (
            <NoCards />
          ) : counts.availableToday > 0 ? (
            <Due counts={counts} />
          ) : (
            <Done counts={counts} />
          )}
          {hasCards && <Forecast />}
          <Skills />
        </div>
        <div className="grid min-w-0 gap-5">
          <ReviewSettings />
          <SuspendedCards />
        </div>
      </div>
    </div>
  )
}

function Due({ counts }: { counts: Api.ReviewCounts }) {
  const { t } = useScreenText()
  const { due, availableToday, answeredToday, daysToClear } = counts
  return (
    <section
      aria-label={t('review.dueLabel')}
      className="hero relative overflow-hidden rounded-[24px] p-6 shadow-card lg:p-8"
    >
      <OwlMark size={150} className="absolute -end-7 -top-9 text-white/12" />
      <h2 className="relative text-[24px] lg:text-[30px]">{t('review.due', { count: availableToday })}</h2>
      <p className="relative mt-2 mb-5 font-semibold text-white/90">
        {due > availableToday
          ? t('review.backlog', { due, count: daysToClear })
          : answeredToday > 0
            ? t('review.answeredToday', { count: answeredToday })
            : t('review.dueText')}
      </p>
      <Link
        to="/review/session"
        className={`${buttonClass({ variant: 'hero', size: 'large', isWide: true })} relative lg:w-auto lg:min-w-72`}
      >
        {t('review.start')}
      </Link>
    </section>
  )
}

function Done({ counts: { due, answeredToday, dailyLimit, nextDueOn } }: { counts: Api.ReviewCounts }) {
  const { t, date } = useScreenText()
  const next =
    nextDueOn &&
    date(new Date(`${nextDueOn}T12:00:00Z`), {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      timeZone: 'UTC',
    })
  return (
    <section className="rounded-card border border-line bg-surface shadow-card">
      <EmptyState mood="glad" title={t('review.doneTitle')}>
        {answeredToday > 0 && <p>{t('review.answeredToday', { count: answeredToday })}</p>}
        {due > 0 ? (
          <p>{t('review.limitReached', { count: dailyLimit })}</p>
        ) : (
          next && <p>{t('review.next', { date: next })}</p>
        )}
      </EmptyState>
    </section>
  )
}

function NoCards() {
  const { t } = useScreenText()
  return (
    <section className="rounded-card border border-line bg-surface shadow-card">
      <EmptyState
        title={t('review.emptyTitle')}
        action={
          <Link to="/learn" className={buttonClass({})}>
            {t('review.toCourses')}
          </Link>
        }
      >
        {t('review.emptyText')}
      </EmptyState>
    </section>
  )
}
