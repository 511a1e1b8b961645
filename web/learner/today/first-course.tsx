import { Link } from '@tanstack/react-router'
import { useApi } from '../../ui/api/use-api.ts'
import { OwlMark } from '../../ui/brand/logo.tsx'
import { Button } from '../../ui/components/button.tsx'
import { buttonClass } from '../../ui/components/button-class.ts'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { Skeleton } from '../../ui/components/skeleton.tsx'
import { useStartCourse } from '../course/use-start-course.ts'
import { useText } from '../use-text.ts'
import { FIRST_COURSE } from './home-reads.ts'

/** Offers a beginner course to a learner without a course, started with one tap. */
export function FirstCourse() {
  const { t } = useText()
  const { data, error, refetch } = useApi('GET /course', FIRST_COURSE)
  const { start, isPending } = useStartCourse()
  if (error && !data) return <ErrorState fault={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-60" />
  const [course] = data.data
  return (
    <section
      aria-label={t('today.first')}
      className="hero relative overflow-hidden rounded-[24px] p-6 shadow-card lg:p-8"
    >
      <OwlMark size={150} className="absolute -end-7 -top-9 text-white/12" />
      <p className="relative font-semibold text-white/90">{t('today.first')}</p>
      <h2 dir="auto" className="relative mt-2 text-[26px] lg:text-[32px]">
        {course?.title ?? t('today.noCourses')}
      </h2>
      <p dir="auto" className="relative mt-2.5 mb-6 max-w-xl text-white/95">
        {course?.description}
      </p>
      <div className="relative flex flex-wrap gap-3">
        {course && (
          <Button variant="hero" size="large" isPending={isPending} onClick={() => void start(course.id)}>
            {t('today.startFirst')}
          </Button>
        )}
        <Link
          to="/learn"
          className={`${buttonClass({ variant: 'ghost', size: 'large' })} !text-white hover:!bg-white/15 focus-visible:outline-white`}
        >
          {t('today.allCourses')}
        </Link>
      </div>
    </section>
  )
}
