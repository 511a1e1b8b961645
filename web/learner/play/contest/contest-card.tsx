import { Link } from '@tanstack/react-router'
import { Trophy, Users } from 'lucide-react'
import type { Api } from '../../../../packages/client/src/lyceum.ts'
import { GemIcon } from '../../../ui/brand/currency-icons.tsx'
import { useScreenText } from '../../use-text.ts'
import { ContestStatus, useContestTime } from './contest-status.tsx'

export function ContestCard({ contest }: { contest: Api.Contest }) {
  const { t, number } = useScreenText()
  const time = useContestTime(contest)
  const { id, title, status, entryFeeGems, prizePoolGems, participantCount, userStatus } = contest
  return (
    <li>
      <Link
        to="/play/contests/$contestId"
        params={{ contestId: id }}
        className="block rounded-card border border-line bg-surface p-4.5 shadow-card transition-colors hover:border-ink-3"
      >
        <span className="flex items-center justify-between gap-3">
          <ContestStatus status={status} />
          <span className="text-sm text-ink-2">{time}</span>
        </span>
        <span className="mt-2.5 block text-[18px] leading-snug font-extrabold [overflow-wrap:anywhere]">
          {title}
        </span>
        <span className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-2 text-[15px] font-bold">
          <span className="inline-flex items-center gap-1.5 text-gold-text">
            <Trophy size={17} strokeWidth={2.6} aria-hidden="true" />
            {t('contest.prizeOf', { gems: t('reward.gems', { count: prizePoolGems }) })}
          </span>
          <span className="inline-flex items-center gap-1.5 text-gem">
            <GemIcon size={16} />
            {entryFeeGems === 0
              ? t('contest.free')
              : t('contest.feeOf', { gems: t('reward.gems', { count: entryFeeGems }) })}
          </span>
          <span className="inline-flex items-center gap-1.5 text-ink-2">
            <Users size={17} strokeWidth={2.4} aria-hidden="true" />
            <span className="sr-only">{t('contest.participants')}</span>
            {number(participantCount)}
          </span>
          {userStatus.rank !== null && (
            <span className="text-primary">{t('today.rank', { rank: userStatus.rank })}</span>
          )}
        </span>
      </Link>
    </li>
  )
}
