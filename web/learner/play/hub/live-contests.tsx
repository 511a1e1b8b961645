import { Link } from '@tanstack/react-router'
import { useApi } from '../../../ui/api/use-api.ts'
import { ErrorState } from '../../../ui/components/error-state.tsx'
import { Skeleton } from '../../../ui/components/skeleton.tsx'
import { useScreenText } from '../../use-text.ts'
import { ContestCard } from '../contest/contest-card.tsx'

const SHOWN = 3

/** Contests that run now or start soon, the running ones first. */
export function LiveContests() {
  const { t } = useScreenText()
  const { data, error, refetch } = useApi('GET /user/contests', { query: { limit: 20 } })
  const open = (data?.data.items ?? [])
    .filter(({ status }) => status === 'LIVE' || status === 'UPCOMING')
    .toSorted((one, other) => one.startsAt.localeCompare(other.startsAt))
  return (
    <section aria-labelledby="contests" className="mt-3 min-w-0">
      <div className="mb-3 flex items-baseline justify-between gap-3">
        <h2 id="contests" className="text-[20px]">
          {t('play.contests')}
        </h2>
        <Link to="/play/contests" className="rounded-lg py-2 font-bold text-primary">
          {t('play.allContests')}
        </Link>
      </div>
      {error && !data ? (
        <ErrorState fault={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton className="h-36" />
      ) : open.length === 0 ? (
        <p className="rounded-card border border-line border-dashed p-5 text-ink-2">{t('play.noContests')}</p>
      ) : (
        <ul className="grid grid-cols-1 gap-3">
          {open.slice(0, SHOWN).map((contest) => (
            <ContestCard key={contest.id} contest={contest} />
          ))}
        </ul>
      )}
    </section>
  )
}
