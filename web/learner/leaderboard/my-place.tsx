import { Link } from '@tanstack/react-router'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { Avatar } from '../../ui/components/avatar.tsx'
import { useUser } from '../../ui/session/session-store.ts'
import { useScreenText } from '../use-text.ts'

/** The own rank, visible while the board scrolls; or why there is none. */
export function MyPlace({ board }: { board: Pick<Api.Leaderboard, 'me' | 'total'> }) {
  const { t, number } = useScreenText()
  const user = useUser()
  const { rank, totalXP } = board.me ?? { rank: null, totalXP: 0 }
  return (
    <div
      role="status"
      className="sticky bottom-[calc(76px+env(safe-area-inset-bottom))] z-20 mt-4 flex min-h-16 items-center gap-3 rounded-card border-2 border-primary bg-surface px-4 py-2.5 shadow-float lg:bottom-5"
    >
      <Avatar name={user.username} url={user.profileImageUrl} />
      <p className="min-w-0 flex-1">
        <span className="block font-extrabold">
          {rank === null
            ? user.leaderboardOptOut
              ? t('leaderboard.hidden')
              : t('leaderboard.noRank')
            : t('today.rank', { rank })}
        </span>
        <span className="block text-sm text-ink-2">
          {rank !== null ? (
            t('leaderboard.of', { count: board.total })
          ) : user.leaderboardOptOut ? (
            <Link
              to="/settings/$section"
              params={{ section: 'profile' }}
              className="font-bold text-primary underline underline-offset-4"
            >
              {t('leaderboard.show')}
            </Link>
          ) : (
            t('today.noRank')
          )}
        </span>
      </p>
      <p className="font-extrabold text-gold-text">{t('reward.xp', { xp: number(totalXP) })}</p>
    </div>
  )
}
