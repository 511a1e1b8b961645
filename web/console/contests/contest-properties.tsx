import { CopyText, Properties } from '../panel/properties.tsx'
import { Moment } from '../panel/time.tsx'
import { useScreenText } from '../use-text.ts'
import type { ContestResults } from './contest-results.ts'

/** The rules, the pool and the times of a contest. */
export function ContestProperties({ results: { contest, ...results } }: { results: ContestResults }) {
  const { t, number, percent } = useScreenText()
  return (
    <Properties
      properties={[
        [t('contests.type'), t(contest.type === 'PRIVATE' ? 'contests.private' : 'contests.open')],
        [t('contests.participants'), number(contest.participantCount)],
        [t('contests.submitted'), number(results.submissionCount)],
        [t('contests.minParticipants'), number(contest.minParticipants)],
        [t('contests.fee'), t('contests.gems', { count: contest.entryFeeGems })],
        [t('contests.pool'), t('contests.gems', { count: contest.prizePoolGems })],
        [t('contests.guaranteed'), t('contests.gems', { count: contest.guaranteedPoolGems })],
        [t('contests.prizes'), contest.prizeTable.map((share) => percent(share)).join(' · ')],
        [t('contests.questions'), number(contest.totalQuestions)],
        [t('contests.starts'), <Moment key="starts" at={contest.startsAt} />],
        [t('contests.ends'), <Moment key="ends" at={contest.endsAt} />],
        [t('contests.settled'), contest.settledAt && <Moment key="settled" at={contest.settledAt} />],
        [t('contests.cancelReason'), results.cancelNote ?? contest.cancelReason],
        [t('orders.id'), <CopyText key="id" text={contest.id} />],
      ]}
    />
  )
}
