import type { Api } from '../../../../packages/client/src/lyceum.ts'
import { GemIcon } from '../../../ui/brand/currency-icons.tsx'
import { Avatar } from '../../../ui/components/avatar.tsx'
import { ErrorState } from '../../../ui/components/error-state.tsx'
import { Pill } from '../../../ui/components/pill.tsx'
import { Skeleton } from '../../../ui/components/skeleton.tsx'
import { useUser } from '../../../ui/session/session-store.ts'
import { useScreenText } from '../../use-text.ts'
import type { useRanking } from './use-ranking.ts'

type Given = ReturnType<typeof useRanking> & { isRunning: boolean }

export function ContestRanking({ ranking, isLive, isRunning, error, refetch }: Given) {
  const { t } = useScreenText()
  return (
    <section aria-labelledby="ranking" className="min-w-0">
      <div className="mb-3 flex items-center justify-between gap-3">
        <h2 id="ranking" className="text-[20px]">
          {t('contest.ranking')}
        </h2>
        {isLive && isRunning && (
          <Pill tone="good" size="small">
            <span aria-hidden="true" className="size-2 animate-pulse rounded-full bg-current" />
            {t('contest.liveRanking')}
          </Pill>
        )}
      </div>
      {error && !ranking ? (
        <ErrorState fault={error} onRetry={() => void refetch()} />
      ) : !ranking ? (
        <Skeleton className="h-40" />
      ) : ranking.entries.length === 0 ? (
        <p className="rounded-card border border-line border-dashed p-5 text-ink-2">
          {t('contest.noEntries')}
        </p>
      ) : (
        <ol className="overflow-hidden rounded-card border border-line bg-surface shadow-card">
          {ranking.entries.map((entry) => (
            <Entry key={entry.userId} entry={entry} />
          ))}
        </ol>
      )}
    </section>
  )
}

function Entry({ entry }: { entry: Api.ContestLeaderboardEntry }) {
  const { t, number, percent } = useScreenText()
  const user = useUser()
  const isOwn = entry.userId === user.id
  return (
    <li
      className={`flex min-h-15 items-center gap-3 border-line px-4 py-2.5 not-first:border-t ${isOwn ? 'bg-primary-soft' : ''}`}
    >
      <span
        className={`w-7 flex-none text-center font-extrabold tabular-nums ${entry.rank !== null && entry.rank <= 3 ? 'text-gold-text' : 'text-ink-2'}`}
      >
        {entry.rank === null ? '–' : number(entry.rank)}
      </span>
      <Avatar name={entry.username} url={entry.avatarUrl} size={36} />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-bold">{entry.username}</span>
        {isOwn && <span className="block text-[13px] font-bold text-primary">{t('contest.you')}</span>}
      </span>
      <span className="flex-none text-end">
        {entry.score !== null && (
          <span className="block font-extrabold tabular-nums">{percent(entry.score)}</span>
        )}
        <span className="flex items-center justify-end gap-1 text-[13px] text-ink-2">
          {entry.prizeGems > 0 ? (
            <span className="inline-flex items-center gap-1 font-bold text-gem">
              <GemIcon size={13} />+{number(entry.prizeGems)}
            </span>
          ) : (
            t('play.seconds', { seconds: number(entry.timeTakenSeconds) })
          )}
        </span>
      </span>
    </li>
  )
}
