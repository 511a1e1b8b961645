import { Ban } from 'lucide-react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { ActionButton } from '../action/action-button.tsx'
import { Panel } from '../panel/panel.tsx'
import { CopyText, Properties } from '../panel/properties.tsx'
import { Tag } from '../panel/tag.tsx'
import { Moment } from '../panel/time.tsx'
import { useScreenText } from '../use-text.ts'
import { ContestRanking } from './contest-ranking.tsx'
import { ContestTag } from './contest-tag.tsx'

interface Given {
  contest: Api.Contest | undefined
  onClose: () => void
}

/** A contest with its pool, its prizes and its ranking, without its questions: who reads those cannot join. */
export function ContestPanel({ contest, onClose }: Given) {
  return (
    <Panel isOpen={contest !== undefined} onClose={onClose} title={contest?.title ?? ''}>
      {contest && <Details contest={contest} />}
    </Panel>
  )
}

function Details({ contest }: { contest: Api.Contest }) {
  const { t, number, percent } = useScreenText()
  const isDecided = contest.status === 'SETTLED' || contest.status === 'CANCELLED'
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <ContestTag status={contest.status} />
        {contest.type === 'PRIVATE' && <Tag tone="plain">{t('contests.private')}</Tag>}
        {!isDecided && <Cancellation contest={contest} />}
      </div>
      {contest.description && (
        <p dir="auto" className="whitespace-pre-line break-words text-ink-2">
          {contest.description}
        </p>
      )}
      <Properties
        properties={[
          [t('contests.participants'), number(contest.participantCount)],
          [t('contests.minParticipants'), number(contest.minParticipants)],
          [t('contests.fee'), t('contests.gems', { count: contest.entryFeeGems })],
          [t('contests.pool'), t('contests.gems', { count: contest.prizePoolGems })],
          [t('contests.guaranteed'), t('contests.gems', { count: contest.guaranteedPoolGems })],
          [t('contests.prizes'), contest.prizeTable.map((share) => percent(share)).join(' · ')],
          [t('contests.questions'), number(contest.totalQuestions)],
          [t('contests.starts'), <Moment key="starts" at={contest.startsAt} />],
          [t('contests.ends'), <Moment key="ends" at={contest.endsAt} />],
          [t('contests.settled'), contest.settledAt && <Moment key="settled" at={contest.settledAt} />],
          [t('contests.cancelReason'), contest.cancelReason],
          [t('audit.subjectId'), <CopyText key="id" text={contest.id} />],
        ]}
      />
      <ContestRanking contest={contest} isDecided={isDecided} />
    </>
  )
}

function Cancellation({ contest }: { contest: Api.Contest }) {
  const { t, number } = useScreenText()
  const { id, title, participantCount, entryFeeGems } = contest
  return (
    <ActionButton
      opener={t('contests.cancel')}
      icon={<Ban size={17} aria-hidden="true" />}
      title={t('contests.cancelTitle', { title })}
      effect={t('contests.cancelEffect', {
        count: participantCount,
        fees: number(participantCount * entryFeeGems),
      })}
      label={t('contests.cancel')}
      done={t('contests.cancelled')}
      isDangerous
      typedName={title}
      input={{ id, participantCount }}
      send={(note, idempotencyKey) =>
        lyceum.call('POST /admin/contests/{id}/cancel', {
          path: { id },
          body: { note },
          idempotencyKey,
        })
      }
    />
  )
}
