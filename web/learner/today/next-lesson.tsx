import { Link } from '@tanstack/react-router'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { OwlMark } from '../../ui/brand/logo.tsx'
import { buttonClass } from '../../ui/components/button-class.ts'
import { ProgressBar } from '../../ui/components/progress-bar.tsx'
import { useText } from '../use-text.ts'

/** A link to the next lesson of a course. */
export function NextLesson({ course }: { course: Api.EnrolledCourse }) {
  const { t } = useText()
  const { data } = useApi('GET /course/{id}', { path: { id: course.courseId } })
  const lesson = data?.data.lessons.find(({ id }) => id === course.nextLessonId)
  return (
    <section
      aria-label={t('today.next')}
      className="hero relative overflow-hidden rounded-[24px] p-6 shadow-card lg:p-8"
    >
      <OwlMark size={150} className="absolute -end-7 -top-9 text-white/12" />
      <p className="relative font-semibold text-white/90">
        {lesson
          ? t('today.position', { course: course.title, lesson: lesson.order, total: course.totalLessons })
          : course.title}
      </p>
      <h2 dir="auto" className="relative mt-2 mb-5 min-h-[1.2em] text-[24px] lg:text-[30px]">
        {lesson?.title ?? ' '}
      </h2>
      <ProgressBar
        tone="hero"
        value={course.progressPercentage}
        label={t('course.progress')}
        className="relative mb-5"
      />
      <Link
        to="/lesson/$lessonId"
        params={{ lessonId: course.nextLessonId! }}
        className={`${buttonClass({ variant: 'hero', size: 'large', isWide: true })} relative lg:w-auto lg:min-w-72`}
      >
        {course.completedLessons > 0 ? t('action.continue') : t('today.startLesson')}
      </Link>
    </section>
  )
}
