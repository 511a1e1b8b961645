import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { lyceum } from '../../ui/api/lyceum.ts'
import { Button } from '../../ui/components/button.tsx'
import { EmptyState } from '../../ui/components/empty-state.tsx'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { LoadingNote, Skeleton } from '../../ui/components/skeleton.tsx'
import { ContestCard } from '../play/contest/contest-card.tsx'
import { JoinContestByCode } from '../play/contest/join-contest-by-code.tsx'
import { useScreenText } from '../use-text.ts'

const LIMIT = 20
/** What a user can join comes first. */
const ORDER = ['LIVE', 'UPCOMING', 'ENDED', 'SETTLED', 'CANCELLED']

export default function Contests() {
  const { t } = useScreenText()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['GET /user/contests', 'all'],
    queryFn: ({ pageParam, signal }) =>
      lyceum.call('GET /user/contests', { query: { page: pageParam, limit: LIMIT }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ data: { page, limit, total } }) => (page * limit < total ? page + 1 : undefined),
    placeholderData: keepPreviousData,
  })
  const contests = (data?.pages ?? [])
    .flatMap((page) => page.data.items)
    .toSorted((one, other) => ORDER.indexOf(one.status) - ORDER.indexOf(other.status))
  return (
    <div className="mx-auto max-w-2xl animate-rise">
      <BackToPlay />
      <h1 className="mt-2 text-[27px] lg:text-[34px]">{t('play.contests')}</h1>
      <p className="mt-2 text-ink-2">{t('contests.text')}</p>
      <div className="mt-5">
        {error && !data ? (
          <ErrorState fault={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <div className="grid gap-3">
            <LoadingNote />
            <Skeleton className="h-36" />
            <Skeleton className="h-36" />
          </div>
        ) : contests.length === 0 ? (
          <EmptyState mood="asleep" title={t('contests.none')}>
            {t('play.noContests')}
          </EmptyState>
        ) : (
          <ul className="grid gap-3">
            {contests.map((contest) => (
              <ContestCard key={contest.id} contest={contest} />
            ))}
          </ul>
        )}
        {hasNextPage && (
          <Button
            variant="ghost"
            isWide
            className="mt-3"
            isPending={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            {t('contests.more')}
          </Button>
        )}
      </div>
      <JoinContestByCode />
    </div>
  )
}

function BackToPlay() {
  const { t } = useScreenText()
  return (
    <Link
      to="/play"
      className="-ms-2 inline-flex min-h-11 items-center gap-1 rounded-lg px-2 font-bold text-ink-2"
    >
      <ChevronLeft size={20} className="rtl:rotate-180" aria-hidden="true" />
      {t('tab.play')}
    </Link>
  )
}
