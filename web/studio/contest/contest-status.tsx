import type { Api } from '../../../packages/client/src/lyceum.ts'
import { Pill } from '../../ui/components/pill.tsx'
import { useText } from '../use-text.ts'

const TONES = {
  UPCOMING: 'primary',
  LIVE: 'good',
  ENDED: 'gold',
  SETTLED: 'plain',
  CANCELLED: 'plain',
} as const

export function ContestStatus({ status }: Pick<Api.Contest, 'status'>) {
  const { t } = useText()
  return (
    <Pill tone={TONES[status]} size="small">
      {t(`contest.status.${status}`)}
    </Pill>
  )
}

/** The start and the end in the zone of the author. */
export function useContestTime(): (contest: { startsAt: string | null; endsAt: string | null }) => string {
  const { t, date } = useText()
  const show = (time: string) => date(new Date(time), { dateStyle: 'medium', timeStyle: 'short' })
  return ({ startsAt, endsAt }) =>
    startsAt && endsAt ? `${show(startsAt)} – ${show(endsAt)}` : t('contests.noTime')
}
