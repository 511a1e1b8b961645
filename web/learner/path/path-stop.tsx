import { Link } from '@tanstack/react-router'
import { Check, ChevronRight, Lock, Play } from 'lucide-react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { ProgressBar } from '../../ui/components/progress-bar.tsx'
import { useScreenText } from '../use-text.ts'

interface Given {
  course: Api.PathCourse
  /** The place in the path, from 1. */
  number: number
  /** The next lesson of the path, if it is in this course. */
  nextLessonId: string | null
}

/** A course on the map. The current one also shows its lessons. */
export function PathStop({ course, number, nextLessonId }: Given) {
  const { t } = useScreenText()
  const isDone = course.progressPercentage === 100
  const isNext = nextLessonId !== null
  const doneLessons = course.lessons.filter(({ isCompleted }) => isCompleted).length
  return (
    <li className="relative flex items-start gap-4">
      <Stone isDone={isDone} isNext={isNext} isLocked={course.lockedBy !== null} number={number} />
      <div
        className={`min-w-0 flex-1 rounded-card border bg-surface shadow-card ${isNext ? 'border-primary' : 'border-line'}`}
      >
        <Link
          to="/learn/$courseId"
          params={{ courseId: course.id }}
          className="flex items-center gap-3 rounded-card p-4 hover:bg-sunken"
        >
          <span className="min-w-0 flex-1">
            <span className="block text-[17px] font-extrabold leading-snug">
              <bdi>{course.title}</bdi>
            </span>
            <span className="mt-1 block text-sm text-ink-2">
              {course.lockedBy === 'PREMIUM' ? (
                <span className="font-semibold text-gold-text">{t('path.lockedPremium')}</span>
              ) : isDone ? (
                <span className="font-semibold text-good">{t('course.completed')}</span>
              ) : (
                t('course.lessonsDone', { done: doneLessons, total: course.totalLessons })
              )}
            </span>
            {doneLessons > 0 && !isDone && (
              <ProgressBar
                className="mt-2.5"
                size="thin"
                tone="gold"
                value={course.progressPercentage}
                label={t('course.progressOf', { course: course.title })}
              />
            )}
          </span>
          <ChevronRight size={20} className="flex-none text-ink-3 rtl:rotate-180" aria-hidden="true" />
        </Link>
        {isNext && <Lessons course={course} nextLessonId={nextLessonId} />}
      </div>
    </li>
  )
}

function Lessons({ course, nextLessonId }: { course: Api.PathCourse; nextLessonId: string }) {
  const { t } = useScreenText()
  return (
    <ol className="border-line border-t px-2 py-2">
      {course.lessons.map((lesson) => {
        const isNext = lesson.id === nextLessonId
        const content = (
          <>
            <span className="grid size-6 flex-none place-items-center" aria-hidden="true">
              {lesson.isCompleted ? (
                <Check size={18} strokeWidth={3.5} className="text-good" />
              ) : isNext ? (
                <Play size={17} fill="currentColor" className="text-primary rtl:rotate-180" />
              ) : (
                <Lock size={16} className="text-ink-3" />
              )}
            </span>
            <span className="min-w-0 flex-1">
              <span
                className={`block text-[15px] leading-snug font-semibold ${lesson.isLocked ? 'text-ink-2' : ''}`}
              >
                <bdi>{lesson.title}</bdi>
              </span>
              <span
                className={isNext ? 'block text-sm font-semibold text-primary' : 'block text-sm text-ink-2'}
              >
                {lesson.isCompleted
                  ? t('lesson.done')
                  : isNext
                    ? t('lesson.next')
                    : lesson.isLocked && t('lesson.locked', { number: lesson.order - 1 })}
              </span>
            </span>
          </>
        )
        const look = 'flex min-h-12 items-center gap-3 rounded-control px-2.5 py-1.5'
        // A lesson counts for enrolled learners; the large button of the map enrolls first.
        return (
          <li key={lesson.id}>
            {lesson.isLocked || !course.isEnrolled ? (
              <div className={look}>{content}</div>
            ) : (
              <Link
                to="/lesson/$lessonId"
                params={{ lessonId: lesson.id }}
                className={`${look} hover:bg-sunken`}
              >
                {content}
              </Link>
            )}
          </li>
        )
      })}
    </ol>
  )
}

interface StoneGiven {
  isDone: boolean
  isNext: boolean
  isLocked: boolean
  number: number
}

function Stone({ isDone, isNext, isLocked, number }: StoneGiven) {
  const { number: format } = useScreenText()
  const look = isDone
    ? 'border-gold-deep bg-gold text-on-gold'
    : isNext
      ? 'border-primary-deep bg-primary text-on-primary'
      : 'border-line bg-surface text-ink-3'
  return (
    <span
      aria-hidden="true"
      className={`mt-2.5 grid h-[50px] w-[54px] flex-none place-items-center rounded-full border-2 border-b-[6px] font-extrabold ${look}`}
    >
      {isDone ? <Check size={24} strokeWidth={3.5} /> : isLocked ? <Lock size={20} /> : format(number)}
    </span>
  )
}
