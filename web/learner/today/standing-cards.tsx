import { Link } from '@tanstack/react-router'
import { useApi } from '../../ui/api/use-api.ts'
import { Card } from '../../ui/components/card.tsx'
import { ProgressBar } from '../../ui/components/progress-bar.tsx'
import { useUser } from '../../ui/session/session-store.ts'
import { levelProgress } from '../level-progress.ts'
import { useText } from '../use-text.ts'

/** The progress to the next level, and the rank of this week. */
export function StandingCards() {
  const { t, number } = useText()
  const user = useUser()
  const { data } = useApi('GET /leaderboard/my-position')
  const { percentage, missing } = levelProgress(user.totalXP, user.level)
  const week = data?.data.weekly
  return (
    <div className="grid grid-cols-2 gap-3">
      <Card className="!p-4">
        <p className="text-sm text-ink-2">{t('me.level', { level: user.level })}</p>
        <p className="mt-1 mb-2.5 text-[23px] font-extrabold leading-tight tracking-tight">
          {t('reward.xp', { xp: number(user.totalXP) })}
        </p>
        <ProgressBar size="thin" tone="gold" value={percentage} label={t('today.levelProgress')} />
        <p className="mt-2 text-[13px] text-ink-2">{t('today.toNextLevel', { xp: missing })}</p>
      </Card>
      <Link
        to="/leaderboard"
        className="rounded-card border border-line bg-surface p-4 shadow-card hover:border-ink-3"
      >
        <p className="text-sm text-ink-2">{t('today.thisWeek')}</p>
        <p className="mt-1 mb-2.5 text-[23px] font-extrabold leading-tight tracking-tight">
          {week?.rank
            ? t('today.rank', { rank: week.rank })
            : t('reward.xp', { xp: number(week?.totalXP ?? 0) })}
        </p>
        <p className="text-[13px] text-ink-2">
          {week?.rank ? t('today.rankOf', { count: week.total, xp: week.totalXP }) : t('today.noRank')}
        </p>
      </Link>
    </div>
  )
}
