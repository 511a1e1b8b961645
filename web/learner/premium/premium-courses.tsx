import { Link } from '@tanstack/react-router'
import { ChevronLeft, LockKeyhole, LockKeyholeOpen } from 'lucide-react'
import { useApi } from '../../ui/api/use-api.ts'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { Skeleton } from '../../ui/components/skeleton.tsx'
import { useScreenText } from '../use-text.ts'

const SHOWN = 100

/** The courses that premium opens. */
export function PremiumCourses({ isPremium }: { isPremium: boolean }) {
  const { t } = useScreenText()
  const { data, error, refetch } = useApi('GET /course', { query: { limit: SHOWN } })
  const courses = data?.data.filter((course) => course.isPremium)
  const Icon = isPremium ? LockKeyholeOpen : LockKeyhole
  return (
    <section aria-labelledby="gives" className="mt-7">
      <h2 id="gives" className="mb-1 text-[21px]">
        {t('premium.gives')}
      </h2>
      <p className="mb-3 text-ink-2">{t('premium.givesText')}</p>
      {error && !data ? (
        <ErrorState fault={error} onRetry={() => void refetch()} />
      ) : !courses ? (
        <Skeleton className="h-32" />
      ) : (
        <ul className="overflow-hidden rounded-card border border-line bg-surface shadow-card empty:hidden">
          {courses.map(({ id, title, totalLessons }) => (
            <li key={id} className="border-line not-first:border-t">
              <Link
                to="/learn/$courseId"
                params={{ courseId: id }}
                className="flex min-h-16 items-center gap-4 px-4 hover:bg-sunken focus-visible:-outline-offset-3"
              >
                <Icon size={21} aria-hidden="true" className="flex-none text-gold-text" />
                <span className="min-w-0 flex-1 font-bold">
                  <bdi>{title}</bdi>
                  <span className="block text-sm font-normal text-ink-2">
                    {t('premium.lessons', { count: totalLessons })}
                  </span>
                </span>
                <ChevronLeft
                  size={19}
                  aria-hidden="true"
                  className="flex-none rotate-180 text-ink-3 rtl:rotate-0"
                />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
