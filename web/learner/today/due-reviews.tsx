import { Link } from '@tanstack/react-router'
import { ChevronRight, Layers } from 'lucide-react'
import { useApi } from '../../ui/api/use-api.ts'
import { useScreenText } from '../use-text.ts'

/** The reviews of today, one tap away. Its height is the same in every state, so that nothing moves. */
export default function DueReviews() {
  const { t } = useScreenText()
  const { data } = useApi('GET /review/due')
  const count = data?.data.availableToday ?? 0
  return (
    <Link
      to={count > 0 ? '/review/session' : '/review'}
      className="flex h-20 items-center gap-4 rounded-card border border-line bg-surface px-4 shadow-card hover:border-ink-3"
    >
      <span
        className={`grid size-12 flex-none place-items-center rounded-2xl ${count > 0 ? 'bg-primary text-on-primary' : 'bg-good-soft text-good'}`}
      >
        <Layers size={24} strokeWidth={2.4} aria-hidden="true" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 font-extrabold leading-tight">
          {data ? (count > 0 ? t('review.due', { count }) : t('review.noneToday')) : t('review.heading')}
        </span>
        <span className="block truncate text-sm text-ink-2">
          {count > 0 ? t('review.start') : t('review.noneTodayText')}
        </span>
      </span>
      <ChevronRight size={22} className="flex-none text-ink-3 rtl:rotate-180" aria-hidden="true" />
    </Link>
  )
}
