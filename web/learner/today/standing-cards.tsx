import { Link } from '@tanstack/react-router'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { DivisionEmblem } from '../../ui/brand/division-emblem.tsx'
import { Card } from '../../ui/components/card.tsx'
import { ProgressBar } from '../../ui/components/progress-bar.tsx'
import { useUser } from '../../ui/session/session-store.ts'
import { levelProgress } from '../level-progress.ts'
import { useText } from '../use-text.ts'

/** Why there is no place. A learner with a group always has a rank, except in the moment when XP is revoked. */
const NO_RANK = { NOT_JOINED: 'join', JOINING: 'joining', JOINED: 'joining', HIDDEN: 'hidden' } as const

/** The progress to the next level, and the place in the league of this week. */
export function StandingCards() {
  const { t, number } = useText()
  const user = useUser()
  const league = useApi('GET /leagues/me/position').data?.data
  const { percentage, missing } = levelProgress(user.totalXP, user.level)
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
        {league ? <LeaguePlace league={league} /> : <p className="text-sm text-ink-2">{t('today.league')}</p>}
      </Link>
    </div>
  )
}

function LeaguePlace({ league }: { league: Api.LeaguePosition }) {
  const { t, number } = useText()
  const { state, division, rank, size, totalXP } = league
  return (
    <>
      <p className="flex items-center gap-1.5 text-sm text-ink-2">
        <span className="-my-1.5 flex-none">
          <DivisionEmblem division={division} size={30} />
        </span>
        {t('today.league')} · {t(`league.division.${division}`)}
      </p>
      <p className="mt-1 mb-2.5 text-[23px] font-extrabold leading-tight tracking-tight">
        {rank ? t('today.rank', { rank }) : t('reward.xp', { xp: number(totalXP) })}
      </p>
      <p className="text-[13px] text-ink-2">
        {rank ? t('today.rankOf', { count: size, xp: totalXP }) : t(`today.league.${NO_RANK[state]}`)}
      </p>
    </>
  )
}
