import { getRouteApi, Link } from '@tanstack/react-router'
import { ChevronRight, Crown, Hammer } from 'lucide-react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { Button } from '../../ui/components/button.tsx'
import { buttonClass } from '../../ui/components/button-class.ts'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { Pill } from '../../ui/components/pill.tsx'
import { ProgressBar } from '../../ui/components/progress-bar.tsx'
import { CategoryPill } from '../catalogue/category-pill.tsx'
import { CourseChanges } from '../course/course-changes.tsx'
import { CourseCover } from '../course/course-cover.tsx'
import { CourseTest } from '../course/course-test.tsx'
import { LessonList } from '../course/lesson-list.tsx'
import { PractiseLesson } from '../course/practise-lesson.tsx'
import { useStartCourse } from '../course/use-start-course.ts'
import { BackLink } from '../frame/back-link.tsx'
import { ScreenLoading } from '../frame/screen-loading.tsx'
import { ReportButton } from '../report/report-button.tsx'
import { useScreenText } from '../use-text.ts'

const route = getRouteApi('/signed-in/framed/learn/$courseId')

export default function CourseScreen() {
  const { t } = useScreenText()
  const { courseId } = route.useParams()
  const { data, error, refetch } = useApi('GET /course/{id}', { path: { id: courseId } })
  if (error && !data) return <ErrorState fault={error} level="h1" onRetry={() => void refetch()} />
  if (!data) return <ScreenLoading />
  const course = data.data
  return (
    <article className="animate-rise">
      <BackLink to="/learn" text={t('catalogue.title')} />
      <div className="mt-2 grid items-start gap-6 lg:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)] lg:gap-9">
        <div>
          <CourseCover
            course={course}
            className="mb-5 aspect-[2.4/1] w-full rounded-[24px] border border-line lg:hidden"
          />
          <CourseHead course={course} />
          <CourseChanges course={course} />
          {course.hasProject && <ProjectLink courseId={course.id} />}
          <div className="max-lg:pb-40">
            <LessonList
              lessons={course.lessons}
              actionOf={(lesson) => lesson.isCompleted && <PractiseLesson lesson={lesson} />}
            />
            <CourseTest courseId={course.id} />
            <p className="mt-6">
              <ReportButton kind="COURSE" targetId={course.id} />
            </p>
          </div>
        </div>
        <aside className="top-9 hidden gap-5 lg:sticky lg:grid">
          <CourseCover course={course} className="aspect-[1.9/1] w-full rounded-[24px] border border-line" />
          <StartCourse course={course} />
        </aside>
      </div>
      <div className="fixed inset-x-0 bottom-[calc(63px+max(10px,env(safe-area-inset-bottom)))] z-20 bg-linear-to-t from-bg from-70% to-transparent px-5 pt-6 pb-3 lg:hidden">
        <StartCourse course={course} />
      </div>
    </article>
  )
}

function CourseHead({ course }: { course: Api.Course }) {
  const { t, percent } = useScreenText()
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <CategoryPill of={course} />
        <Pill tone="plain" size="small">
          {t(`level.${course.level}`)}
        </Pill>
        {course.isPremium && (
          <Pill tone="gold" size="small">
            <Crown size={14} aria-hidden="true" />
            {t('course.premium')}
          </Pill>
        )}
        {course.hasProject && (
          <Pill tone="gem" size="small">
            <Hammer size={14} aria-hidden="true" />
            {t('course.project')}
          </Pill>
        )}
      </div>
      <h1 dir="auto" className="mt-3.5 text-[30px] lg:text-[38px]">
        {course.title}
      </h1>
      <p dir="auto" className="mt-2.5 text-[17px] text-ink-2">
        {course.description}
      </p>
      {course.skills.length > 0 && (
        <div className="mt-5">
          <h2 className="text-[15px] tracking-normal">{t('course.skills')}</h2>
          <ul className="mt-2 flex flex-wrap gap-2">
            {course.skills.map((skill) => (
              <li key={skill}>
                <Pill tone="plain" size="small">
                  {skill}
                </Pill>
              </li>
            ))}
          </ul>
        </div>
      )}
      {course.isEnrolled && (
        <div className="mt-6">
          <p className="mb-2 flex justify-between text-[15px] font-bold">
            <span>{t('course.progress')}</span>
            <span>{percent(course.progressPercentage)}</span>
          </p>
          <ProgressBar value={course.progressPercentage} label={t('course.progress')} tone="gold" />
        </div>
      )}
    </>
  )
}

function ProjectLink({ courseId }: { courseId: string }) {
  const { t } = useScreenText()
  return (
    <Link
      to="/learn/$courseId/project"
      params={{ courseId }}
      className="mt-6 flex min-h-16 items-center gap-4 rounded-card border border-line bg-surface p-4 font-bold shadow-card hover:border-ink-3"
    >
      <span className="grid size-11 flex-none place-items-center rounded-full bg-gem-soft text-gem">
        <Hammer size={20} aria-hidden="true" />
      </span>
      <span className="min-w-0 flex-1">{t('course.openProject')}</span>
      <ChevronRight size={20} className="flex-none text-ink-3 rtl:rotate-180" aria-hidden="true" />
    </Link>
  )
}

function StartCourse({ course }: { course: Api.Course }) {
  const { t } = useScreenText()
  const { start, isPending } = useStartCourse()
  const isDone = course.progressPercentage === 100
  const text = isDone
    ? t('course.playAgain')
    : course.isEnrolled && course.progressPercentage > 0
      ? t('action.continue')
      : t('course.start')
  return (
    <div className="grid gap-2.5">
      {isDone && (
        <Link to="/certificates" className={buttonClass({ size: 'large', isWide: true })}>
          {t('course.certificate')}
        </Link>
      )}
      <Button
        variant={isDone ? 'secondary' : 'primary'}
        size="large"
        isWide
        isPending={isPending}
        onClick={() => void start(course.id)}
      >
        {text}
      </Button>
    </div>
  )
}
