import type { Api } from '../../../../packages/client/src/lyceum.ts'
import { Pill } from '../../../ui/components/pill.tsx'
import { useScreenText } from '../../use-text.ts'

const TONES = {
  LIVE: 'good',
  UPCOMING: 'primary',
  ENDED: 'plain',
  SETTLED: 'plain',
  CANCELLED: 'plain',
} as const

export function ContestStatus({ status }: { status: Api.Contest['status'] }) {
  const { t } = useScreenText()
  return (
    <Pill tone={TONES[status]} size="small">
      {status === 'LIVE' && (
        <span aria-hidden="true" className="size-2 animate-pulse rounded-full bg-current" />
      )}
      {t(`contestStatus.${status}`)}
    </Pill>
  )
}

/** When a contest starts, ends or ended. */
export function useContestTime({
  status,
  startsAt,
  endsAt,
}: Pick<Api.Contest, 'status' | 'startsAt' | 'endsAt'>): string {
  const { t, date } = useScreenText()
  const text = (at: string) =>
    date(new Date(at), {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
    })
  if (status === 'UPCOMING') return t('contest.starts', { date: text(startsAt) })
  return status === 'LIVE'
    ? t('contest.ends', { date: text(endsAt) })
    : t('contest.ended', { date: text(endsAt) })
}
