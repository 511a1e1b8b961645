import { getRouteApi, Link } from '@tanstack/react-router'
import { Award, ChevronLeft, Crown, Hammer, Zap } from 'lucide-react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { buttonClass } from '../../ui/components/button-class.ts'
import { Card } from '../../ui/components/card.tsx'
import { Pill } from '../../ui/components/pill.tsx'
import { CategoryPill } from '../catalogue/category-pill.tsx'
import { CourseCover } from '../course/course-cover.tsx'
import { LessonList } from '../course/lesson-list.tsx'
import { courseHead } from '../public/page-head.ts'
import { PublicQuery } from '../public/public-query.tsx'
import { usePageTitle } from '../public/use-page-title.ts'
import { useScreenText } from '../use-text.ts'

const route = getRouteApi('/courses/$courseId')

/** The page of a course for visitors: what it teaches, its lessons, and the first of them to play. */
export default function PublicCourse() {
  const { courseId } = route.useParams()
  const query = useApi('GET /public/courses/{id}', { path: { id: courseId } })
  usePageTitle(query.data && courseHead(query.data.data).title)
  return <PublicQuery query={query}>{({ data: course }) => <CoursePage course={course} />}</PublicQuery>
}

function CoursePage({ course }: { course: Api.PublishedCourse }) {
  const { t } = useScreenText()
  return (
    <article>
      <Link
        to="/courses"
        className="-ms-2 inline-flex min-h-11 items-center gap-1 rounded-lg pe-3 font-bold text-ink-2 hover:text-ink"
      >
        <ChevronLeft size={22} className="rtl:rotate-180" aria-hidden="true" />
        {t('catalogue.title')}
      </Link>
      <div className="mt-2 grid items-start gap-8 lg:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)] lg:gap-12">
        <div className="min-w-0">
          <CourseCover
            isFirst
            course={course}
            className="mb-5 aspect-[2.4/1] w-full rounded-[24px] border border-line lg:hidden"
          />
          <CourseIntroduction course={course} />
          <div className="mt-6 lg:hidden">
            <PlayFirst course={course} />
          </div>
          <LessonList
            to="/try/$lessonId"
            lessons={course.lessons.map((lesson) => ({
              ...lesson,
              isCompleted: false,
              isLocked: lesson.id !== course.firstLessonId,
            }))}
          />
        </div>
        <aside className="top-9 grid gap-5 lg:sticky">
          <CourseCover
            isFirst
            course={course}
            className="hidden aspect-[1.9/1] w-full rounded-[24px] border border-line lg:block"
          />
          <div className="hidden lg:block">
            <PlayFirst course={course} />
          </div>
          <Outcomes course={course} />
        </aside>
      </div>
    </article>
  )
}

function CourseIntroduction({ course }: { course: Api.PublishedCourse }) {
  const { t } = useScreenText()
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
      </div>
      <h1 dir="auto" className="mt-3.5 text-[32px] lg:text-[44px]">
        {course.title}
      </h1>
      <p dir="auto" className="mt-3 text-[18px] text-ink-2">
        {course.description}
      </p>
      {course.skills.length > 0 && (
        <div className="mt-6">
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
    </>
  )
}

/** The first lesson of a free course needs no account; a premium course does. */
function PlayFirst({ course }: { course: Api.PublishedCourse }) {
  const { t } = useScreenText()
  const look = buttonClass({ size: 'large', isWide: true })
  return (
    <>
      {course.firstLessonId ? (
        <Link to="/try/$lessonId" params={{ lessonId: course.firstLessonId }} className={look}>
          {t('publicCourse.play')}
        </Link>
      ) : (
        <Link to="/sign-up" search={{ next: `/learn/${course.id}` }} className={look}>
          {t('signUp.title')}
        </Link>
      )}
      <p className="mt-3 text-center text-[15px] text-ink-2">
        {course.firstLessonId ? t('publicCourse.noAccount') : t('publicCourse.needsPremium')}
      </p>
    </>
  )
}

function Outcomes({ course }: { course: Api.PublishedCourse }) {
  const { t } = useScreenText()
  return (
    <Card as="section" aria-labelledby="outcomes-title">
      <h2 id="outcomes-title" className="text-[18px]">
        {t('publicCourse.outcomes')}
      </h2>
      <ul className="mt-4 grid gap-3.5 font-semibold">
        <Outcome Icon={Zap} look="bg-gold-soft text-gold-text">
          {t('publicCourse.rewards', { xp: course.totalXP, gems: course.totalGems })}
        </Outcome>
        <Outcome Icon={Award} look="bg-gem-soft text-gem">
          {t('publicCourse.certificate')}
        </Outcome>
        {course.hasProject && (
          <Outcome Icon={Hammer} look="bg-primary-soft text-primary">
            {t('publicCourse.project')}
          </Outcome>
        )}
      </ul>
      {course.learningPaths.length > 0 && (
        <p className="mt-5 border-line border-t pt-4 text-[15px] text-ink-2">
          {t('publicCourse.partOf')}
          {course.learningPaths.map(({ id, title, accent }) => (
            <Link
              key={id}
              data-accent={accent}
              to="/paths/$pathId"
              params={{ pathId: id }}
              className="flex min-h-11 items-center font-bold text-primary underline underline-offset-4"
            >
              {title}
            </Link>
          ))}
        </p>
      )}
    </Card>
  )
}

function Outcome({ Icon, look, children }: { Icon: typeof Zap; look: string; children: string }) {
  return (
    <li className="flex items-center gap-3.5">
      <span className={`grid size-10 flex-none place-items-center rounded-xl ${look}`}>
        <Icon size={20} strokeWidth={2.3} aria-hidden="true" />
      </span>
      {children}
    </li>
  )
}
