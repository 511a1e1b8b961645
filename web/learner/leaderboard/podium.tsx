import type { Api } from '../../../packages/client/src/lyceum.ts'
import { Laurel } from '../../ui/brand/laurel.tsx'
import { Avatar } from '../../ui/components/avatar.tsx'
import { useScreenText } from '../use-text.ts'

/** The steps by rank: the first stands in the middle and highest. */
const STEPS: Record<number, { column: string; height: string; look: string }> = {
  1: { column: 'col-start-2', height: 'h-28', look: 'bg-gold text-on-gold border-gold-deep' },
  2: { column: 'col-start-1', height: 'h-20', look: 'bg-primary-soft text-primary border-primary' },
  3: { column: 'col-start-3', height: 'h-14', look: 'bg-gem-soft text-gem border-gem' },
}

/** The first three of a leaderboard. Screen readers get them in the order of the ranks. */
export function Podium({ entries, myId }: { entries: Api.LeaderboardEntry[]; myId: string }) {
  const { t, number } = useScreenText()
  return (
    <ol className="mx-auto grid max-w-lg grid-cols-3 items-end gap-2 sm:gap-4">
      {entries.map(({ rank, userId, username, avatarUrl, totalXP }, index) => {
        const { column, height, look } = STEPS[index + 1]!
        return (
          <li key={userId} className={`flex min-w-0 flex-col items-center text-center row-start-1 ${column}`}>
            <span className="relative grid place-items-center">
              {index === 0 && <Laurel size={116} className="absolute text-gold" />}
              <span className={index === 0 ? 'm-5' : 'm-1'}>
                <Avatar name={username} url={avatarUrl} size={index === 0 ? 68 : 56} />
              </span>
            </span>
            <span className="mt-1 w-full truncate text-[15px] font-extrabold">
              {userId === myId ? t('leaderboard.you') : <bdi>{username}</bdi>}
            </span>
            <span className="mb-2 text-sm font-semibold text-ink-2">
              {t('reward.xp', { xp: number(totalXP) })}
            </span>
            <span
              className={`grid w-full place-items-center rounded-t-2xl border-t-4 text-[26px] font-extrabold ${height} ${look}`}
            >
              <span className="sr-only">{t('today.rank', { rank })}</span>
              <span aria-hidden="true">{number(rank)}</span>
            </span>
          </li>
        )
      })}
    </ol>
  )
}
