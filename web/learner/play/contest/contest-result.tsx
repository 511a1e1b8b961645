import { CircleAlert } from 'lucide-react'
import type { Api } from '../../../../packages/client/src/lyceum.ts'
import { GemIcon } from '../../../ui/brand/currency-icons.tsx'
import { Laurel } from '../../../ui/brand/laurel.tsx'
import { useScreenText } from '../../use-text.ts'
import { hasLateChange } from './late-change.ts'

/** The result of the user. Until the contest is settled, only that the answers are submitted. */
export function ContestResult({ contest }: { contest: Api.Contest }) {
  const { t, number, percent } = useScreenText()
  const { status, entryFeeGems, userStatus } = contest
  if (status === 'CANCELLED')
    return (
      <div className="mt-5 rounded-card bg-sunken p-5">
        <p className="font-bold">{t('contest.cancelledText')}</p>
        {userStatus.hasJoined && entryFeeGems > 0 && (
          <p className="mt-1 text-ink-2">{t('contest.refunded')}</p>
        )}
      </div>
    )
  if (!userStatus.hasCompleted) return null
  return (
    <>
      <section
        aria-label={t('contest.result')}
        className="hero mt-5 flex items-center gap-5 rounded-card p-5 shadow-float"
      >
        <span className="relative grid flex-none place-items-center">
          <Laurel size={92} />
          <span className="absolute text-[27px] font-extrabold tabular-nums">
            {userStatus.rank === null ? '–' : number(userStatus.rank)}
          </span>
        </span>
        <div className="min-w-0">
          {status === 'SETTLED' ? (
            <>
              <p className="text-[15px]">{t('contest.finalRank')}</p>
              <p className="mt-0.5 text-[24px] leading-tight font-extrabold">
                {t('contest.right', { share: percent(userStatus.score ?? 0) })}
              </p>
              <p className="mt-1.5 inline-flex items-center gap-1.5 font-bold">
                <GemIcon size={17} />
                {userStatus.prizeGems > 0
                  ? t('contest.youWon', { gems: t('reward.gems', { count: userStatus.prizeGems }) })
                  : t('contest.noPrize')}
              </p>
            </>
          ) : (
            <>
              <p className="text-[24px] leading-tight font-extrabold">{t('contest.submitted')}</p>
              <p className="mt-1.5 text-[15px]">{t('contest.reviewLater')}</p>
            </>
          )}
        </div>
      </section>
      {hasLateChange(contest.id) && (
        <p className="mt-3 flex gap-3 rounded-card bg-gold-soft p-4.5 font-semibold">
          <CircleAlert size={22} className="flex-none text-gold-text" aria-hidden="true" />
          {t('contest.firstCounts')}
        </p>
      )}
    </>
  )
}
