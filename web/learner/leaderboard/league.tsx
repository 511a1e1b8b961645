import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { buttonClass } from '../../ui/components/button-class.ts'
import { EmptyState } from '../../ui/components/empty-state.tsx'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { LoadingNote, Skeleton } from '../../ui/components/skeleton.tsx'
import { useScreenText } from '../use-text.ts'
import { DivisionCard } from './division-card.tsx'
import { LastWeek } from './last-week.tsx'
import { LeagueGroup } from './league-group.tsx'
import { MyPlace } from './my-place.tsx'

const ASK_AGAIN_MS = 3_000

/** The league of this week: the division, the group with its zones, and the own place. */
export function League() {
  const { data, error, refetch } = useApi('GET /leagues/me')
  const league = data?.data
  const isJoining = league?.state === 'JOINING'
  useEffect(() => {
    if (!isJoining) return
    const timer = setInterval(() => void refetch(), ASK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [isJoining, refetch])
  if (error && !league) return <ErrorState fault={error} onRetry={() => void refetch()} />
  if (!league) return <Loading />
  return (
    <>
      {league.lastWeek && <LastWeek result={league.lastWeek} />}
      <DivisionCard league={league} />
      {league.state === 'JOINED' ? (
        <>
          <LeagueGroup league={league} />
          <MyPlace board={{ me: league, total: league.size }} />
        </>
      ) : (
        <WithoutGroup state={league.state} />
      )}
    </>
  )
}

/** Why there is no group, and what to do. */
function WithoutGroup({ state }: { state: Exclude<Api.League['state'], 'JOINED'> }) {
  const { t } = useScreenText()
  if (state === 'JOINING')
    return (
      <div role="status">
        <EmptyState mood="glad" title={t('league.joining')}>
          {t('league.joiningText')}
        </EmptyState>
      </div>
    )
  if (state === 'HIDDEN')
    return (
      <EmptyState
        title={t('leaderboard.hidden')}
        action={
          <Link to="/settings/$section" params={{ section: 'profile' }} className={buttonClass({})}>
            {t('leaderboard.show')}
          </Link>
        }
      >
        {t('league.hiddenText')}
      </EmptyState>
    )
  return (
    <EmptyState
      mood="glad"
      title={t('league.empty')}
      action={
        <Link to="/learn" className={buttonClass({})}>
          {t('today.allCourses')}
        </Link>
      }
    >
      {t('league.emptyText')}
    </EmptyState>
  )
}

function Loading() {
  return (
    <div className="grid gap-3">
      <LoadingNote />
      <Skeleton className="h-44" />
      <Skeleton className="h-96" />
    </div>
  )
}
