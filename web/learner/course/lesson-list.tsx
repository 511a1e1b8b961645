import { Link } from '@tanstack/react-router'
import { Check, Lock, Play } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { BoltIcon, GemIcon } from '../../ui/brand/currency-icons.tsx'
import { useScreenText } from '../use-text.ts'

interface Given {
  lessons: Api.LessonSummary[]
  to?: '/lesson/$lessonId' | '/try/$lessonId'
  /** Shown beside a lesson. */
  actionOf?: (lesson: Api.LessonSummary) => ReactNode
}

/** The lessons of a course: done, next, and locked with the reason. */
export function LessonList({ lessons, to = '/lesson/$lessonId', actionOf }: Given) {
  const { t } = useScreenText()
  const nextId = lessons.find(({ isCompleted, isLocked }) => !isCompleted && !isLocked)?.id
  return (
    <section className="mt-8" aria-labelledby="lessons-title">
      <h2 id="lessons-title" className="mb-4 text-[20px]">
        {t('course.outline')}
      </h2>
      <ol className="relative grid gap-2 before:absolute before:start-[27px] before:top-6 before:bottom-6 before:border-line before:border-s-[6px] before:border-dotted">
        {lessons.map((lesson) => (
          <LessonRow
            key={lesson.id}
            lesson={lesson}
            isNext={lesson.id === nextId}
            to={to}
            action={actionOf?.(lesson)}
          />
        ))}
      </ol>
    </section>
  )
}

interface RowGiven {
  lesson: Api.LessonSummary
  isNext: boolean
  to: NonNullable<Given['to']>
  action: ReactNode
}

function LessonRow({ lesson, isNext, to, action }: RowGiven) {
  const { t } = useScreenText()
  const content = (
    <>
      <Stone lesson={lesson} isNext={isNext} />
      <span className="min-w-0 flex-1">
        <span className={`block leading-snug font-bold ${lesson.isLocked ? 'text-ink-2' : ''}`}>
          <bdi>{lesson.title}</bdi>
        </span>
        <span className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
          <State lesson={lesson} isNext={isNext} />
          {!lesson.isCompleted && (
            <>
              <span className="inline-flex items-center gap-1 font-semibold text-gold-text">
                <BoltIcon size={14} />
                {t('reward.xp', { xp: lesson.xpReward })}
              </span>
              <span className="inline-flex items-center gap-1 font-semibold text-gem">
                <GemIcon size={13} />
                {t('reward.gems', { count: lesson.gemReward })}
              </span>
            </>
          )}
        </span>
      </span>
    </>
  )
  const look = 'relative flex min-w-0 flex-1 items-center gap-4 rounded-card p-2 pe-4'
  return (
    <li className="flex flex-wrap items-center">
      {lesson.isLocked ? (
        <div className={look}>{content}</div>
      ) : (
        <Link
          to={to}
          params={{ lessonId: lesson.id }}
          className={`${look} ${isNext ? 'border border-line bg-surface shadow-card' : 'hover:bg-sunken'}`}
        >
          {content}
        </Link>
      )}
      {action}
    </li>
  )
}

function State({ lesson, isNext }: { lesson: Api.LessonSummary; isNext: boolean }) {
  const { t } = useScreenText()
  if (lesson.isCompleted) return <span className="font-semibold text-good">{t('lesson.done')}</span>
  if (isNext) return <span className="font-semibold text-primary">{t('lesson.next')}</span>
  return lesson.isLocked && lesson.order > 1 ? (
    <span>{t('lesson.locked', { number: lesson.order - 1 })}</span>
  ) : null
}

function Stone({ lesson, isNext }: { lesson: Api.LessonSummary; isNext: boolean }) {
  const base = 'grid h-[50px] w-[54px] flex-none place-items-center rounded-full border-2 border-b-[6px]'
  if (lesson.isCompleted)
    return (
      <span className={`${base} border-gold-deep bg-gold text-on-gold`}>
        <Check size={24} strokeWidth={3.5} aria-hidden="true" />
      </span>
    )
  if (isNext)
    return (
      <span className={`${base} border-primary-deep bg-primary text-on-primary`}>
        <Play size={22} fill="currentColor" className="rtl:rotate-180" aria-hidden="true" />
      </span>
    )
  return (
    <span className={`${base} border-line bg-surface text-ink-3`}>
      {lesson.isLocked ? <Lock size={20} aria-hidden="true" /> : lesson.order}
    </span>
  )
}
