import { Clock } from 'lucide-react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useScreenText } from '../use-text.ts'
import { formatHours } from './format-hours.ts'

/** How many courses are left, and about how long they take. */
export function RoadmapSummary({ roadmap }: { roadmap: Api.Roadmap }) {
  const { t, locale } = useScreenText()
  const { courses, remainingHours, isMatched } = roadmap
  if (isMatched && courses.length === 0) return null
  return (
    <div className="mb-6 grid gap-3">
      {!isMatched && (
        <p className="rounded-card bg-gold-soft p-4 font-semibold text-gold-text">{t('roadmap.unmatched')}</p>
      )}
      {courses.length > 0 && (
        <p className="flex flex-wrap items-center gap-x-2 font-bold">
          <Clock size={18} aria-hidden="true" />
          {t('paths.courses', { count: courses.length })}
          {remainingHours > 0 && <> · {t('roadmap.left', { time: formatHours(locale, remainingHours) })}</>}
        </p>
      )}
    </div>
  )
}
