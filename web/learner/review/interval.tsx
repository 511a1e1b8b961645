import { CalendarClock } from 'lucide-react'
import { useScreenText } from '../use-text.ts'

/** When a card comes again. */
export function Interval({ days }: { days: number }) {
  const { t } = useScreenText()
  return (
    <p className="mt-3 flex items-center gap-2 text-[15px] font-semibold text-ink-2">
      <CalendarClock size={18} aria-hidden="true" />
      {t('review.again', { count: days })}
    </p>
  )
}
