import { Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useScreenText } from '../use-text.ts'
import { formatHours } from './format-hours.ts'

interface Given {
  courses: Api.Roadmap['skippedCourses']
  hasLinks: boolean
}

/** The courses that teach only skills that the learner already has. Completed ones are on the way itself. */
export function SkippedCourses({ courses, hasLinks }: Given) {
  const { t, locale } = useScreenText()
  const skipped = courses.filter(({ isCompleted }) => !isCompleted)
  if (skipped.length === 0) return null
  return (
    <section aria-labelledby="skipped-courses">
      <h2 id="skipped-courses" className="text-[20px]">
        {t('roadmap.skipped')}
      </h2>
      <p className="mt-1 mb-3 text-[15px] text-ink-2">{t('roadmap.skippedText')}</p>
      <ul className="grid gap-3">
        {skipped.map(({ id, title, reason, hours }) => (
          <li
            key={id}
            className={`relative flex items-start gap-3.5 rounded-card border border-line border-dashed p-4 ${hasLinks ? 'hover:border-ink-3' : ''}`}
          >
            <span
              aria-hidden="true"
              className="grid size-8 flex-none place-items-center rounded-full bg-good-soft text-good"
            >
              <Check size={18} strokeWidth={3.5} />
            </span>
            <div className="min-w-0 flex-1">
              <span className="block font-extrabold leading-snug [overflow-wrap:anywhere]">
                {hasLinks ? (
                  <Link
                    to="/learn/$courseId"
                    params={{ courseId: id }}
                    className="after:absolute after:inset-0 after:rounded-card"
                  >
                    <bdi>{title}</bdi>
                  </Link>
                ) : (
                  <bdi>{title}</bdi>
                )}
              </span>
              <p className="mt-1 text-[15px] text-ink-2 [overflow-wrap:anywhere]">
                <bdi>{reason}</bdi>
              </p>
              {hours > 0 && (
                <p className="mt-1 text-sm font-semibold text-good">
                  {t('roadmap.saved', { time: formatHours(locale, hours) })}
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
