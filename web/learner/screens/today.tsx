import { lazyRouteComponent } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import type { Answer } from '../../../packages/client/src/lyceum.ts'
import type { PageAnswer } from '../../ui/api/page-data.ts'
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
/** Few learners see these, or not at once. */
const LiveContestsCard = card(() => import('../today/live-contests-card.tsx'))
const FreezeOffer = card(() => import('../today/freeze-offer.tsx'))
const StreakRepair = card(() => import('../today/streak-repair.tsx'))

/** Loads the cards of a page with these responses, so that Today appears as a whole, in the service and in the browser. */
export async function preloadCards(answers: PageAnswer[]): Promise<void> {
  const found = answers.find(({ operation }) => operation === 'GET /user/streak')?.answer
  const streak = (found as Answer<'GET /user/streak'> | undefined)?.data
  const cards = [
    DueReviews,
    QuestsCard,
    PromotionCard,
    ...(streak?.freezeOffer ? [FreezeOffer] : []),
    ...(streak?.repair ? [StreakRepair] : []),
  ]
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
