import type { Api } from '../../../packages/client/src/lyceum.ts'
import { FlameIcon } from '../../ui/brand/currency-icons.tsx'
import { Avatar } from '../../ui/components/avatar.tsx'
import { useScreenText } from '../use-text.ts'

/** One learner of a leaderboard; the own row is marked. */
export function RankRow({ entry, isMe }: { entry: Api.LeaderboardEntry; isMe: boolean }) {
  const { t, number } = useScreenText()
  const { rank, username, avatarUrl, totalXP, currentStreak } = entry
  return (
    <li
      aria-current={isMe || undefined}
      className={`flex min-h-16 items-center gap-3 border-line px-4 not-first:border-t ${isMe ? 'bg-primary-soft' : ''}`}
    >
      <span className="w-9 flex-none text-center font-extrabold text-ink-2 tabular-nums">
        <span className="sr-only">{t('today.rank', { rank })}</span>
        <span aria-hidden="true">{number(rank)}</span>
      </span>
      <Avatar name={username} url={avatarUrl} />
      <span className={`min-w-0 flex-1 truncate font-bold ${isMe ? 'text-primary' : ''}`}>
        {isMe ? t('leaderboard.you') : <bdi>{username}</bdi>}
      </span>
      {currentStreak > 0 && (
        <span className="flex items-center gap-1 text-sm font-bold text-gold-text">
          <FlameIcon size={15} />
          <span className="sr-only">{t('streak.label')}</span>
          {number(currentStreak)}
        </span>
      )}
      <span className="min-w-16 text-end font-bold tabular-nums">
        {t('reward.xp', { xp: number(totalXP) })}
      </span>
    </li>
  )
}
