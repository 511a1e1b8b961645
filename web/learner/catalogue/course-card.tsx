import { Link } from '@tanstack/react-router'
import { BookOpen, Crown } from 'lucide-react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { Pill } from '../../ui/components/pill.tsx'
import { ProgressBar } from '../../ui/components/progress-bar.tsx'
import { CourseCover } from '../course/course-cover.tsx'
import { useText } from '../use-text.ts'
import { CategoryPill } from './category-pill.tsx'

/** Visitors see no progress. */
type CardCourse = Pick<
  Api.CourseSummary,
  | 'id'
  | 'title'
  | 'description'
  | 'category'
  | 'categoryTitles'
  | 'level'
  | 'isPremium'
  | 'coverUrl'
  | 'totalLessons'
> &
  Partial<Pick<Api.CourseSummary, 'isEnrolled' | 'progressPercentage'>>

interface Given {
  course: CardCourse
  to?: '/learn/$courseId' | '/courses/$courseId'
}

export function CourseCard({ course, to = '/learn/$courseId' }: Given) {
  const { t } = useText()
  const progress = course.isEnrolled ? course.progressPercentage : undefined
  return (
    <li>
      <Link
        to={to}
        params={{ courseId: course.id }}
        className="flex h-full flex-col overflow-hidden rounded-card border border-line bg-surface shadow-card transition-[border-color,transform] hover:-translate-y-0.5 hover:border-ink-3"
      >
        <CourseCover course={course} className="aspect-[2/1] w-full" />
        <span className="flex flex-1 flex-col p-5">
          <span className="mb-3 flex flex-wrap gap-2">
            <CategoryPill of={course} />
            {course.isPremium && (
              <Pill tone="gold" size="small">
                <Crown size={14} aria-hidden="true" />
                {t('course.premium')}
              </Pill>
            )}
          </span>
          <span dir="auto" className="text-[19px] font-extrabold leading-snug tracking-tight">
            {course.title}
          </span>
          <span dir="auto" className="mt-1.5 line-clamp-3 text-[15px] text-ink-2">
            {course.description}
          </span>
          <span className="mt-auto pt-4">
            {progress !== undefined ? (
              <ProgressBar
                size="thin"
                tone={progress === 100 ? 'good' : 'primary'}
                value={progress}
                label={t('course.progressOf', { course: course.title })}
              />
            ) : (
              <span className="flex items-center gap-2 text-sm font-semibold text-ink-2">
                <BookOpen size={16} aria-hidden="true" />
                {t('course.lessons', { count: course.totalLessons })} · {t(`level.${course.level}`)}
              </span>
            )}
          </span>
        </span>
      </Link>
    </li>
  )
}
