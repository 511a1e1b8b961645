import { Clock, HelpCircle, Trophy, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Api } from '../../../../packages/client/src/lyceum.ts'
import { GemIcon } from '../../../ui/brand/currency-icons.tsx'
import { useScreenText } from '../../use-text.ts'

/** Fee, prizes and rules, before the user joins. */
export function ContestTerms({ contest }: { contest: Api.Contest }) {
  const { t, number } = useScreenText()
  const { entryFeeGems, prizePoolGems, totalQuestions, maxDurationSeconds, participantCount } = contest
  const icon = { size: 20, strokeWidth: 2.4, 'aria-hidden': true } as const
  return (
    <>
      <dl className="mt-5 grid grid-cols-2 gap-3">
        <Term icon={<GemIcon size={20} className="text-gem" />} label={t('contest.fee')}>
          {entryFeeGems === 0 ? t('contest.free') : t('reward.gems', { count: entryFeeGems })}
        </Term>
        <Term icon={<Trophy {...icon} className="text-gold-text" />} label={t('contest.pool')}>
          {t('reward.gems', { count: prizePoolGems })}
        </Term>
        <Term icon={<HelpCircle {...icon} />} label={t('contest.questions')}>
          {number(totalQuestions)}
        </Term>
        <Term
          icon={maxDurationSeconds ? <Clock {...icon} /> : <Users {...icon} />}
          label={maxDurationSeconds ? t('contest.time') : t('contest.participants')}
        >
          {maxDurationSeconds
            ? t('contest.minutes', { minutes: Math.ceil(maxDurationSeconds / 60) })
            : number(participantCount)}
        </Term>
      </dl>
      <Prizes contest={contest} />
    </>
  )
}

function Term({ icon, label, children }: { icon: ReactNode; label: string; children: ReactNode }) {
  return (
    <div className="flex flex-col-reverse justify-end gap-1 rounded-control border border-line bg-surface p-3.5">
      <dd className="text-[18px] leading-tight font-extrabold">{children}</dd>
      <dt className="flex items-center gap-2 text-sm text-ink-2">
        {icon}
        {label}
      </dt>
    </div>
  )
}

function Prizes({ contest }: { contest: Api.Contest }) {
  const { t, percent } = useScreenText()
  const { prizePoolGems, prizeTable, minParticipants, participantCount, entryFeeGems } = contest
  return (
    <div className="mt-3 rounded-control border border-line bg-surface p-3.5">
      <h2 className="text-[15px] font-bold !tracking-normal">{t('contest.prizes')}</h2>
      <ol className="mt-2 grid gap-1.5">
        {prizeTable.slice(0, 5).map((share, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the index is the rank.
          <li key={index} className="flex items-center justify-between gap-3">
            <span>{t('today.rank', { rank: index + 1 })}</span>
            <span className="inline-flex items-center gap-1.5 font-bold text-gem">
              <GemIcon size={15} />
              {t('reward.gems', { count: Math.floor((prizePoolGems * share) / 100) })}
            </span>
          </li>
        ))}
      </ol>
      {entryFeeGems > 0 && <p className="mt-2.5 text-sm text-ink-2">{t('contest.poolGrows')}</p>}
      {prizePoolGems > 0 && (
        <p className="mt-1 text-sm text-ink-2">
          {t('contest.minScore', { share: percent(contest.minPrizeScore) })}
        </p>
      )}
      {contest.isGuaranteedPoolPaid === false && contest.guaranteedPoolGems > 0 && (
        <p className="mt-1 text-sm text-ink-2">{t('contest.housePoolKept')}</p>
      )}
      {contest.isGuaranteedPoolPaid === null && contest.guaranteedPoolGems > 0 && (
        <p className="mt-1 text-sm text-ink-2">
          {t('contest.housePool', {
            gems: t('reward.gems', { count: contest.guaranteedPoolGems }),
            count: contest.guaranteedPoolMinParticipants,
          })}
        </p>
      )}
      {participantCount < minParticipants && (
        <p className="mt-1 text-sm text-ink-2">{t('contest.minimum', { count: minParticipants })}</p>
      )}
    </div>
  )
}
