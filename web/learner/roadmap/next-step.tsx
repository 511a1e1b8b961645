import { Link } from '@tanstack/react-router'
import { Clock, Crown } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { OwlMark } from '../../ui/brand/logo.tsx'
import { Button } from '../../ui/components/button.tsx'
import { buttonClass } from '../../ui/components/button-class.ts'
import { Card } from '../../ui/components/card.tsx'
import { EmptyState } from '../../ui/components/empty-state.tsx'
import { ProgressBar } from '../../ui/components/progress-bar.tsx'
import { useStartCourse } from '../course/use-start-course.ts'
import { useScreenText } from '../use-text.ts'
import { formatHours } from './format-hours.ts'

type RoadmapCourse = Api.Roadmap['courses'][number]

/** The question for the goal alone, which leads back to the roadmap. */
export const GOAL_SEARCH = { step: 'only-goal', next: '/roadmap' }

/** The next step as one button: play the next lesson, get Premium, or set a new goal. */
export function NextStep({ roadmap }: { roadmap: Api.Roadmap }) {
  const { t } = useScreenText()
  const { nextStep, courses } = roadmap
  const course = courses.find(({ id }) => id === nextStep?.courseId)
  if (!nextStep)
    return (
      <Card>
        <p>{t('today.noCourses')}</p>
      </Card>
    )
  if (!course)
    return (
      <Card className="!p-2">
        <EmptyState
          mood="glad"
          title={nextStep.text}
          action={
            <Link to="/welcome" search={GOAL_SEARCH} className={buttonClass({})}>
              {t('roadmap.newGoal')}
            </Link>
          }
        />
      </Card>
    )
  const accent = [...roadmap.foundationPaths, ...roadmap.specializationPaths].find(
    ({ id }) => id === course.pathId,
  )?.accent
  if (nextStep.requiresSubscription)
    return <NextNeedsPremium course={course} accent={accent} free={courses.find(isOpen)} />
  return <NextLesson nextStep={nextStep} course={course} accent={accent} />
}

/** Whether the learner can begin a lesson of the course now. */
const isOpen = (course: RoadmapCourse) =>
  course.userHasAccess && course.completedLessons < course.totalLessons

interface LessonGiven {
  nextStep: NonNullable<Api.Roadmap['nextStep']>
  course: RoadmapCourse
  accent: string | undefined
}

/** A lesson counts for enrolled learners, so the first one of a course is started by a button that enrolls. */
function NextLesson({ nextStep, course, accent }: LessonGiven) {
  const { t } = useScreenText()
  const { start, isPending } = useStartCourse()
  const text = course.completedLessons > 0 ? t('action.continue') : t('today.startLesson')
  return (
    <Hero accent={accent} course={course} eyebrow={course.title} title={nextStep.lessonTitle ?? course.title}>
      {nextStep.isEnrolled && nextStep.lessonId ? (
        <Link
          to="/lesson/$lessonId"
          params={{ lessonId: nextStep.lessonId }}
          className={buttonClass({ variant: 'hero', size: 'large', isWide: true })}
        >
          {text}
        </Link>
      ) : (
        <Button
          variant="hero"
          size="large"
          isWide
          isPending={isPending}
          onClick={() => void start(course.id)}
        >
          {text}
        </Button>
      )}
    </Hero>
  )
}

interface PremiumGiven {
  course: RoadmapCourse
  accent: string | undefined
  /** A course that is left to learn and needs no subscription. */
  free: RoadmapCourse | undefined
}

function NextNeedsPremium({ course, accent, free }: PremiumGiven) {
  const { t } = useScreenText()
  const { start, isPending } = useStartCourse()
  return (
    <div className="grid gap-3">
      <Hero accent={accent} course={course} eyebrow={t('roadmap.nextNeedsPremium')} title={course.title}>
        <Link to="/premium" className={buttonClass({ variant: 'hero', size: 'large', isWide: true })}>
          <Crown size={20} aria-hidden="true" />
          {t('path.toPremium')}
        </Link>
      </Hero>
      {free && (
        <Button variant="secondary" isWide isPending={isPending} onClick={() => void start(free.id)}>
          <span className="min-w-0 py-2 [overflow-wrap:anywhere]">
            {t('roadmap.freeInstead')} <bdi>{free.title}</bdi>
          </span>
        </Button>
      )}
    </div>
  )
}

interface HeroGiven {
  accent: string | undefined
  course: RoadmapCourse
  eyebrow: string
  title: string
  children: ReactNode
}

function Hero({ accent, course, eyebrow, title, children }: HeroGiven) {
  const { t, locale } = useScreenText()
  return (
    <section
      aria-label={t('roadmap.nextStep')}
      data-accent={accent}
      className="hero relative overflow-hidden rounded-[24px] p-6 shadow-card"
    >
      <OwlMark size={130} className="absolute -end-7 -top-9 text-white/12" />
      <p className="relative font-semibold text-white/90 [overflow-wrap:anywhere]">
        <bdi>{eyebrow}</bdi>
      </p>
      <h2 className="relative mt-1.5 text-[24px] [overflow-wrap:anywhere]">
        <bdi>{title}</bdi>
      </h2>
      <p className="relative mt-2 flex flex-wrap gap-x-4 font-semibold text-white/90">
        {course.hours > 0 && (
          <span className="inline-flex items-center gap-1.5">
            <Clock size={17} aria-hidden="true" />
            {t('roadmap.left', { time: formatHours(locale, course.hours) })}
          </span>
        )}
        {course.completedLessons > 0 && (
          <span>
            {t('course.lessonsDone', { done: course.completedLessons, total: course.totalLessons })}
          </span>
        )}
      </p>
      {course.completedLessons > 0 && (
        <ProgressBar
          tone="hero"
          className="relative mt-4"
          value={(100 * course.completedLessons) / course.totalLessons}
          label={t('course.progressOf', { course: course.title })}
        />
      )}
      <div className="relative mt-5">{children}</div>
    </section>
  )
}
