import { useId } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { EmptyState } from '../../ui/components/empty-state.tsx'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { BadgeTile } from '../badges/badge-tile.tsx'
import { BackLink } from '../frame/back-link.tsx'
import { ScreenLoading } from '../frame/screen-loading.tsx'
import { useScreenText } from '../use-text.ts'

export default function Badges() {
  const { t } = useScreenText()
  const { data, error, refetch } = useApi('GET /badges/progress/{userId}', { path: { userId: 'me' } })
  if (error && !data) return <ErrorState fault={error} level="h1" onRetry={() => void refetch()} />
  if (!data) return <ScreenLoading />
  const earned = data.data.filter(({ isCompleted }) => isCompleted)
  const locked = data.data
    .filter(({ isCompleted }) => !isCompleted)
    .sort((one, other) => other.progressPercentage - one.progressPercentage)
  return (
    <div className="animate-rise">
      <BackLink to="/me" text={t('tab.me')} />
      <h1 className="mt-1 text-[27px] lg:text-[34px]">{t('badges.title')}</h1>
      <p className="mt-1 text-ink-2">
        {t('badges.count', { count: earned.length, total: data.data.length })}
      </p>
      {data.data.length === 0 && <EmptyState title={t('badges.none')} />}
      <BadgeGrid title={t('badges.earnedTitle')} badges={earned} />
      <BadgeGrid title={t('badges.lockedTitle')} badges={locked} />
    </div>
  )
}

function BadgeGrid({ title, badges }: { title: string; badges: Api.BadgeProgress[] }) {
  const id = useId()
  if (badges.length === 0) return null
  return (
    <section aria-labelledby={id} className="mt-7">
      <h2 id={id} className="mb-3 text-[20px]">
        {title}
      </h2>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4 lg:gap-4">
        {badges.map((badge) => (
          <BadgeTile key={badge.badgeType} badge={badge} />
        ))}
      </ul>
    </section>
  )
}
