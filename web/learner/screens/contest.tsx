import { getRouteApi, Link } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { useEffect } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { ScreenLoading } from '../frame/screen-loading.tsx'
import { ContestAction } from '../play/contest/contest-action.tsx'
import { ContestRanking } from '../play/contest/contest-ranking.tsx'
import { ContestResult } from '../play/contest/contest-result.tsx'
import { ContestReview } from '../play/contest/contest-review.tsx'
import { ContestStatus, useContestTime } from '../play/contest/contest-status.tsx'
import { ContestTerms } from '../play/contest/contest-terms.tsx'
import { useRanking } from '../play/contest/use-ranking.ts'
import { useScreenText } from '../use-text.ts'

const route = getRouteApi('/signed-in/framed/play/contests/$contestId')
/** The server settles a contest a moment after its end. */
const AFTER_MS = 1_500
const MAX_TIMER_MS = 2_147_000_000

export default function ContestScreen() {
  const { contestId } = route.useParams()
  const { data, error, refetch } = useApi('GET /user/contests/{id}', { path: { id: contestId } })
  const contest = data?.data
  useRefetchAtChange(contest, refetch)
  if (error && !data) return <ErrorState fault={error} level="h1" onRetry={() => void refetch()} />
  if (!contest) return <ScreenLoading />
  return <ContestView key={contest.id} contest={contest} />
}

function ContestView({ contest }: { contest: Api.Contest }) {
  const { t } = useScreenText()
  const time = useContestTime(contest)
  const live = useRanking(contest.id, contest.status)
  return (
    <div className="animate-rise">
      <Link
        to="/play/contests"
        className="-ms-2 inline-flex min-h-11 items-center gap-1 rounded-lg px-2 font-bold text-ink-2"
      >
        <ChevronLeft size={20} className="rtl:rotate-180" aria-hidden="true" />
        {t('play.contests')}
      </Link>
      <div className="mt-2 grid grid-cols-1 items-start gap-7 lg:grid-cols-2 lg:gap-10">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-3">
            <ContestStatus status={contest.status} />
            <span className="text-sm text-ink-2">{time}</span>
          </p>
          <h1 dir="auto" className="mt-2.5 text-[27px] [overflow-wrap:anywhere] lg:text-[34px]">
            {contest.title}
          </h1>
          <p dir="auto" className="mt-2 [overflow-wrap:anywhere] text-ink-2">
            {contest.description}
          </p>
          <ContestResult contest={contest} />
          <ContestTerms contest={contest} />
          <ContestAction contest={contest} />
        </div>
        <div className="grid min-w-0 grid-cols-1 gap-7">
          <ContestRanking {...live} isRunning={contest.status === 'LIVE'} />
          {contest.status === 'SETTLED' && contest.userStatus.hasJoined && (
            <ContestReview contestId={contest.id} />
          )}
        </div>
      </div>
    </div>
  )
}

/** Reads the contest again when it starts or ends, and until it is settled. */
function useRefetchAtChange(contest: Api.Contest | undefined, refetch: () => unknown): void {
  useEffect(() => {
    if (!contest || contest.status === 'SETTLED' || contest.status === 'CANCELLED') return
    const next = Date.parse(contest.status === 'UPCOMING' ? contest.startsAt : contest.endsAt)
    const wait = Math.max(AFTER_MS, next - Date.now() + AFTER_MS)
    if (wait > MAX_TIMER_MS) return
    const timer = setInterval(() => void refetch(), wait)
    return () => clearInterval(timer)
  }, [contest, refetch])
}
