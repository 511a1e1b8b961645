import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { ProgressBar } from '../../ui/components/progress-bar.tsx'
import { CourseCover } from '../course/course-cover.tsx'
import { useText } from '../use-text.ts'

export function MyCourses({ courses }: { courses: Api.EnrolledCourse[] }) {
  const { t } = useText()
  return (
    <section aria-labelledby="my-courses">
      <div className="mb-3 flex items-baseline justify-between">
        <h2 id="my-courses" className="text-[20px]">
          {t('today.myCourses')}
        </h2>
        <Link to="/learn" className="rounded-lg py-2 font-bold text-primary">
          {t('today.allCourses')}
        </Link>
      </div>
      <ul className="grid grid-cols-1 gap-3">
        {courses.map((course) => (
          <li key={course.id}>
            <Link
              to="/learn/$courseId"
              params={{ courseId: course.courseId }}
              className="flex items-center gap-4 rounded-card border border-line bg-surface p-3 shadow-card transition-colors hover:border-ink-3"
            >
              <CourseCover course={course} className="size-16 flex-none rounded-[14px]" />
              <span className="min-w-0 flex-1">
                <span dir="auto" className="block truncate font-bold">
                  {course.title}
                </span>
                <span className="mt-0.5 mb-2 block text-sm text-ink-2">
                  {course.completedAt
                    ? t('course.completed')
                    : t('course.lessonsDone', { done: course.completedLessons, total: course.totalLessons })}
                </span>
                <ProgressBar
                  size="thin"
                  tone={course.completedAt ? 'good' : 'primary'}
                  value={course.progressPercentage}
                  label={t('course.progressOf', { course: course.title })}
                />
              </span>
              <ChevronRight size={22} className="flex-none text-ink-3 rtl:rotate-180" aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
