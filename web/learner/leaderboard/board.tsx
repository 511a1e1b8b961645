import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useApi } from '../../ui/api/use-api.ts'
import { Button } from '../../ui/components/button.tsx'
import { buttonClass } from '../../ui/components/button-class.ts'
import { EmptyState } from '../../ui/components/empty-state.tsx'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { LoadingNote, Skeleton } from '../../ui/components/skeleton.tsx'
import { relativeTime } from '../../ui/i18n/relative-time.ts'
import { useUser } from '../../ui/session/session-store.ts'
import { useScreenText } from '../use-text.ts'
import { AroundMe } from './around-me.tsx'
import { MyPlace } from './my-place.tsx'
import { BOARDS, type Period } from './period.ts'
import { Podium } from './podium.tsx'
import { RankRow } from './rank-row.tsx'

const FIRST = 50
const MOST = 100

/** The leaderboard of one period: podium, list, and the own rank. */
export function Board({ period }: { period: Period }) {
  const { t, locale } = useScreenText()
  const { id: myId } = useUser()
  const [limit, setLimit] = useState(FIRST)
  const { data, error, refetch } = useApi(BOARDS[period], { query: { limit } }, { keepPrevious: true })
  if (error && !data) return <ErrorState fault={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  const board = data.data
  const { entries, total, me } = board
  if (entries.length === 0)
    return (
      <EmptyState
        mood="glad"
        title={t('leaderboard.empty')}
        action={
          <Link to="/learn" className={buttonClass({})}>
            {t('today.allCourses')}
          </Link>
        }
      >
        {t('leaderboard.emptyText')}
      </EmptyState>
    )
  const lastRank = entries.at(-1)!.rank
  return (
    <>
      {period !== 'all-time' && (
        <p className="mb-4 text-center text-[15px] text-ink-2">
          {t('leaderboard.ends', { when: relativeTime(locale, new Date(board.endDate)) })}
        </p>
      )}
      <Podium entries={entries.slice(0, 3)} myId={myId} />
      {entries.length > 3 && (
        <ol className="overflow-hidden rounded-card border border-line bg-surface shadow-card">
          {entries.slice(3).map((entry) => (
            <RankRow key={entry.userId} entry={entry} isMe={entry.userId === myId} />
          ))}
        </ol>
      )}
      {entries.length < total && limit < MOST && (
        <Button variant="ghost" isWide className="mt-2" onClick={() => setLimit(MOST)}>
          {t('action.more')}
        </Button>
      )}
      {me?.rank && me.rank > lastRank ? <AroundMe period={period} /> : null}
      <MyPlace board={board} />
    </>
  )
}

function Loading() {
  return (
    <div className="grid gap-3">
      <LoadingNote />
      <Skeleton className="mx-auto h-56 w-full max-w-lg" />
      <Skeleton className="h-64" />
    </div>
  )
}
