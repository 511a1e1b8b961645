import { lazyRouteComponent } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { useApi } from '../../ui/api/use-api.ts'
import { FlameIcon, GemIcon } from '../../ui/brand/currency-icons.tsx'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { Pill } from '../../ui/components/pill.tsx'
import { Skeleton } from '../../ui/components/skeleton.tsx'
import { useUser } from '../../ui/session/session-store.ts'
import { ScreenLoading } from '../frame/screen-loading.tsx'
import { loadScreenTexts } from '../load-catalogue.ts'
import { AllDone } from '../today/all-done.tsx'
import { Discover } from '../today/discover.tsx'
import { FirstCourse } from '../today/first-course.tsx'
import { ENROLLED_COURSES, findNextCourse } from '../today/home-reads.ts'
import { MyCourses } from '../today/my-courses.tsx'
import { NextLesson } from '../today/next-lesson.tsx'
import { StandingCards } from '../today/standing-cards.tsx'
import { StreakCard } from '../today/streak-card.tsx'
import { useText } from '../use-text.ts'

/** A card whose code and texts are no part of the first file. */
// biome-ignore lint/suspicious/noExplicitAny: a card may have any properties.
const card = <Card extends { default: (given: any) => ReactNode }>(load: () => Promise<Card>) =>
  lazyRouteComponent(async () => (await Promise.all([load(), loadScreenTexts()]))[0])

const DueReviews = card(() => import('../today/due-reviews.tsx'))
const QuestsCard = card(() => import('../today/quests-card.tsx'))
const PromotionCard = card(() => import('../today/promotion-card.tsx'))
const FreezeOffer = card(() => import('../today/freeze-offer.tsx'))
const StreakRepair = card(() => import('../today/streak-repair.tsx'))
/** Not in the page of the service, because its request comes later. */
const LiveContestsCard = card(() => import('../today/live-contests-card.tsx'))

/**
 * Loads the cards that the page of the service or the stored view can contain, so that Today appears as a whole, and a tap that came
 * before the application finds its button.
 */
export async function preloadCards(): Promise<void> {
  const cards = [DueReviews, QuestsCard, PromotionCard, FreezeOffer, StreakRepair]
  await Promise.all(cards.map((component) => component.preload?.()))
}

/** A name has no spaces. A longer one would be most of the first view of a small phone. */
const LONG_NAME = 16

export default function Today() {
  const courses = useApi('GET /user-courses', ENROLLED_COURSES)
  const streak = useApi('GET /user/streak')
  if (!courses.data)
    return courses.error ? (
      <ErrorState fault={courses.error} onRetry={() => void courses.refetch()} />
    ) : (
      <ScreenLoading />
    )
  const enrolled = courses.data.data
  const repair = streak.data?.data.repair
  const next = findNextCourse(enrolled)
  return (
    <div>
      <Greeting streakDays={streak.data?.data.currentStreak} />
      {repair && (
        <Suspense fallback={<Skeleton className="mt-5 h-[170px] sm:h-[98px]" />}>
          <StreakRepair repair={repair} />
        </Suspense>
      )}
      <div className="mt-5 grid grid-cols-1 items-start gap-5 lg:mt-7 lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)] lg:gap-7">
        <div className="grid grid-cols-1 gap-5 lg:gap-7">
          {next ? <NextLesson course={next} /> : enrolled.length > 0 ? <AllDone /> : <FirstCourse />}
          <Suspense fallback={<Skeleton className="h-20" />}>
            <DueReviews />
          </Suspense>
          <div className="grid grid-cols-1 gap-3 lg:hidden">
            <Side streak={streak} />
          </div>
          {enrolled.length > 0 && <MyCourses courses={enrolled} />}
          <Suspense>
            <LiveContestsCard />
          </Suspense>
          <Suspense>
            <PromotionCard />
          </Suspense>
        </div>
        <div className="hidden gap-5 lg:grid">
          <Side streak={streak} />
        </div>
      </div>
      <Discover skip={enrolled.length === 0 ? 1 : 0} />
    </div>
  )
}

function Side({ streak }: { streak: ReturnType<typeof useApi<'GET /user/streak'>> }) {
  const offer = streak.data?.data.freezeOffer
  return (
    <>
      {streak.data ? <StreakCard streak={streak.data.data} /> : <Skeleton className="h-40" />}
      {offer && (
        <Suspense fallback={<Skeleton className="h-[72px]" />}>
          <FreezeOffer gems={offer.gems} />
        </Suspense>
      )}
      <Suspense fallback={<Skeleton className="h-[172px]" />}>
        <QuestsCard streak={streak.data?.data} />
      </Suspense>
      <StandingCards />
    </>
  )
}

function Greeting({ streakDays }: { streakDays: number | undefined }) {
  const { t, number, date } = useText()
  const user = useUser()
  return (
    <div className="flex items-center justify-between gap-4">
      <div className="min-w-0">
        <p className="text-[15px] text-ink-2">
          {date(new Date(), { weekday: 'long', day: 'numeric', month: 'long', timeZone: user.timeZone })}
        </p>
        <h1
          className={
            user.username.length > LONG_NAME
              ? 'line-clamp-3 break-all text-[19px] lg:text-[30px]'
              : 'text-[27px] [overflow-wrap:anywhere] lg:text-[34px]'
          }
        >
          {t('today.hello', { name: user.username })}
        </h1>
      </div>
      <div className="flex flex-none gap-2">
        <Pill tone="gold">
          <FlameIcon size={17} />
          <span className="sr-only">{t('streak.label')}</span>
          {number(streakDays ?? user.currentStreak)}
        </Pill>
        <Pill tone="gem">
          <GemIcon size={16} />
          <span className="sr-only">{t('summary.gems')}</span>
          {number(user.totalGems)}
        </Pill>
      </div>
    </div>
  )
}
