import { Link } from '@tanstack/react-router'
import { Check, Clock, Crown, Lock } from 'lucide-react'
import { Pill } from '../../ui/components/pill.tsx'
import { ProgressBar } from '../../ui/components/progress-bar.tsx'
import { useScreenText } from '../use-text.ts'
import { formatHours } from './format-hours.ts'
import type { CourseStop } from './list-stops.ts'

interface Given {
  stop: CourseStop
  hasLinks: boolean
}

/** A course on the way: its number and state, how long it takes, and why it is there. */
export function CourseRow({ stop, hasLinks }: Given) {
  const { t } = useScreenText()
  const { title, left, isNext } = stop
  return (
    <li className="relative flex items-start gap-3.5 before:absolute before:start-[22px] before:top-[58px] before:-bottom-[22px] before:border-line before:border-s-[6px] before:border-dotted last:before:hidden sm:gap-4">
      <Stone stop={stop} />
      <div
        className={`relative min-w-0 flex-1 rounded-card border bg-surface p-4 shadow-card ${isNext ? 'border-primary' : 'border-line'} ${hasLinks ? 'hover:border-ink-3' : ''}`}
      >
        <span className="block text-[17px] font-extrabold leading-snug [overflow-wrap:anywhere]">
          {hasLinks ? (
            // The link covers the card, and only the title is its name.
            <Link
              to="/learn/$courseId"
              params={{ courseId: stop.id }}
              className="after:absolute after:inset-0 after:rounded-card"
            >
              <bdi>{title}</bdi>
            </Link>
          ) : (
            <bdi>{title}</bdi>
          )}
        </span>
        <Details stop={stop} />
        {left && stop.state === 'started' && (
          <ProgressBar
            className="mt-3"
            size="thin"
            tone="gold"
            value={(100 * left.completedLessons) / left.totalLessons}
            label={t('course.progressOf', { course: title })}
          />
        )}
        {left && (
          <p className="mt-2.5 text-[15px] text-ink-2 [overflow-wrap:anywhere]">
            <bdi>{left.reason}</bdi>
          </p>
        )}
      </div>
    </li>
  )
}

function Details({ stop: { state, left } }: { stop: CourseStop }) {
  const { t, locale } = useScreenText()
  return (
    <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-ink-2">
      {state === 'done' ? (
        <span className="font-semibold text-good">{t('course.completed')}</span>
      ) : state === 'later' ? (
        <span>{t('roadmap.later')}</span>
      ) : (
        <span className="font-semibold text-primary">
          {state === 'started' ? t('roadmap.started') : t('lesson.next')}
        </span>
      )}
      {left && state === 'started' && (
        <span>{t('course.lessonsDone', { done: left.completedLessons, total: left.totalLessons })}</span>
      )}
      {left && left.hours > 0 && (
        <span className="inline-flex items-center gap-1.5">
          <Clock size={15} aria-hidden="true" />
          {formatHours(locale, left.hours)}
        </span>
      )}
      {left?.isPremium && (
        <Pill tone="gold" size="small">
          <Crown size={14} aria-hidden="true" />
          {t('course.premium')}
        </Pill>
      )}
      {left && !left.userHasAccess && <span className="sr-only">{t('path.lockedPremium')}</span>}
    </div>
  )
}

function Stone({ stop: { state, number, left, isNext } }: { stop: CourseStop }) {
  const { number: format } = useScreenText()
  const look =
    state === 'done'
      ? 'border-gold-deep bg-gold text-on-gold'
      : isNext
        ? 'border-primary-deep bg-primary text-on-primary'
        : 'border-line bg-surface text-ink-2'
  return (
    <span
      aria-hidden="true"
      className={`mt-2.5 grid h-[46px] w-[50px] flex-none place-items-center rounded-full border-2 border-b-[6px] font-extrabold ${look}`}
    >
      {state === 'done' ? (
        <Check size={22} strokeWidth={3.5} />
      ) : left?.userHasAccess ? (
        format(number)
      ) : (
        <Lock size={19} />
      )}
    </span>
  )
}
