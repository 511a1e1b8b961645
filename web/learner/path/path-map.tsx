import { getRouteApi, Link } from '@tanstack/react-router'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { Button } from '../../ui/components/button.tsx'
import { buttonClass } from '../../ui/components/button-class.ts'
import { Card } from '../../ui/components/card.tsx'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { Pill } from '../../ui/components/pill.tsx'
import { ProgressBar } from '../../ui/components/progress-bar.tsx'
import { useStartCourse } from '../course/use-start-course.ts'
import { BackLink } from '../frame/back-link.tsx'
import { ScreenLoading } from '../frame/screen-loading.tsx'
import { PathPills } from '../public/path-pills.tsx'
import { useScreenText } from '../use-text.ts'
import { PathStop } from './path-stop.tsx'

const route = getRouteApi('/signed-in/framed/learn/paths/$pathId')

/** The map of a learning path: what is done, what is locked and why, and the next lesson in one tap. */
export function PathMap() {
  const { t } = useScreenText()
  const { pathId } = route.useParams()
  const { data, error, refetch } = useApi('GET /learning-path/{id}/progress', { path: { id: pathId } })
  if (error && !data) return <ErrorState fault={error} level="h1" onRetry={() => void refetch()} />
  if (!data) return <ScreenLoading />
  const path = data.data
  const nextCourseId = path.courses.find(({ lessons }) =>
    lessons.some(({ id }) => id === path.nextLessonId),
  )?.id
  return (
    <article data-accent={path.accent} className="animate-rise">
      <BackLink to="/paths" text={t('paths.title')} />
      <div className="mt-2 grid items-start gap-6 lg:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)] lg:gap-9">
        <div>
          <PathHead path={path} />
          <div className="mt-5 lg:hidden">
            <PathState path={path} nextCourseId={nextCourseId} />
          </div>
          <h2 className="mt-8 mb-4 text-[20px]">{t('paths.courses', { count: path.courses.length })}</h2>
          <ol className="relative grid gap-4 before:absolute before:start-[27px] before:top-8 before:bottom-8 before:border-line before:border-s-[6px] before:border-dotted">
            {path.courses.map((course, index) => (
              <PathStop
                key={course.id}
                course={course}
                number={index + 1}
                nextLessonId={course.id === nextCourseId ? path.nextLessonId : null}
              />
            ))}
          </ol>
        </div>
        <aside className="top-9 hidden lg:sticky lg:block">
          <PathState path={path} nextCourseId={nextCourseId} />
        </aside>
      </div>
    </article>
  )
}

function PathHead({ path }: { path: Api.PathProgress }) {
  const { t } = useScreenText()
  return (
    <>
      <span aria-hidden="true" className="mb-4 block h-1.5 w-16 rounded-full bg-primary" />
      <div className="flex flex-wrap gap-2">
        <PathPills path={path} />
      </div>
      <h1 dir="auto" className="mt-3.5 text-[30px] lg:text-[38px]">
        {path.title}
      </h1>
      <p dir="auto" className="mt-2.5 text-[17px] text-ink-2">
        {path.description}
      </p>
      {path.skills.length > 0 && (
        <ul className="mt-4 flex flex-wrap gap-2" aria-label={t('course.skills')}>
          {path.skills.map((skill) => (
            <li key={skill}>
              <Pill tone="plain" size="small">
                {skill}
              </Pill>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

interface StateGiven {
  path: Api.PathProgress
  nextCourseId: string | undefined
}

function PathState({ path, nextCourseId }: StateGiven) {
  const { t, percent } = useScreenText()
  const { completedLessons: done, totalLessons: total } = path
  const percentage = total === 0 ? 0 : Math.floor((100 * done) / total)
  return (
    <Card>
      <p className="mb-2 flex justify-between gap-3 font-bold">
        <span>{t('course.lessonsDone', { done, total })}</span>
        <span>{percent(percentage)}</span>
      </p>
      <ProgressBar value={percentage} label={t('course.progressOf', { course: path.title })} tone="gold" />
      <div className="mt-5">
        <NextStep path={path} nextCourseId={nextCourseId} />
      </div>
    </Card>
  )
}

/** The lesson to play next. A course without enrollment is started with the same tap. */
function NextStep({ path, nextCourseId }: StateGiven) {
  const { t } = useScreenText()
  const { start, isPending } = useStartCourse()
  const course = path.courses.find(({ id }) => id === nextCourseId)
  const lesson = course?.lessons.find(({ id }) => id === path.nextLessonId)
  if (!course || !lesson) {
    const isLocked = path.courses.some(({ lockedBy }) => lockedBy !== null)
    return isLocked ? (
      <Link to="/premium" className={buttonClass({ size: 'large', isWide: true })}>
        {t('path.toPremium')}
      </Link>
    ) : (
      <p className="font-bold text-good">{path.totalLessons > 0 ? t('path.done') : t('today.noCourses')}</p>
    )
  }
  return (
    <>
      <p className="mb-3 text-[15px] text-ink-2">
        <bdi>{course.title}</bdi> · <bdi>{lesson.title}</bdi>
      </p>
      {course.isEnrolled ? (
        <Link
          to="/lesson/$lessonId"
          params={{ lessonId: lesson.id }}
          className={buttonClass({ size: 'large', isWide: true })}
        >
          {path.completedLessons > 0 ? t('action.continue') : t('today.startLesson')}
        </Link>
      ) : (
        <Button size="large" isWide isPending={isPending} onClick={() => void start(course.id)}>
          {path.completedLessons > 0 ? t('action.continue') : t('today.startLesson')}
        </Button>
      )}
    </>
  )
}
