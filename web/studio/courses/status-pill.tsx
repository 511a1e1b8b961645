import { Archive, CalendarClock, CircleCheck, CircleDot, PencilLine } from 'lucide-react'
import { Pill } from '../../ui/components/pill.tsx'
import { useText } from '../use-text.ts'
import type { Status } from './course-search.ts'

const LOOKS = {
  DRAFT: { tone: 'gold', Icon: PencilLine },
  PUBLISHED: { tone: 'good', Icon: CircleCheck },
  ARCHIVED: { tone: 'plain', Icon: Archive },
} as const

export function StatusPill({ status }: { status: Status }) {
  const { t } = useText()
  const { tone, Icon } = LOOKS[status]
  return (
    <Pill tone={tone} size="small">
      <Icon size={14} aria-hidden="true" />
      {t(`status.${status}`)}
    </Pill>
  )
}

/** Learners see an earlier version. */
export function ChangesPill() {
  const { t } = useText()
  return (
    <Pill tone="gold" size="small">
      <CircleDot size={14} aria-hidden="true" />
      {t('changes.unpublished')}
    </Pill>
  )
}

/** A job will publish it. */
export function ScheduledPill() {
  const { t } = useText()
  return (
    <Pill tone="primary" size="small">
      <CalendarClock size={14} aria-hidden="true" />
      {t('schedule.pill')}
    </Pill>
  )
}
