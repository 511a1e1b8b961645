import { Clock } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { useNow } from '../../../ui/use-now.ts'
import { useScreenText } from '../../use-text.ts'

const HURRY_MS = 30_000

interface Given {
  clock: { now(): number }
  deadlineAt: string
  onOver: () => void
}

/** The remaining time of an attempt, by the clock of the server. */
export function AttemptClock({ clock, deadlineAt, onOver }: Given) {
  const { t } = useScreenText()
  const now = useNow(clock, 250)
  const left = Math.max(0, Date.parse(deadlineAt) - now)
  const seconds = Math.ceil(left / 1000)
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  const isOver = left === 0
  const end = useEffectEvent(onOver)
  useEffect(() => {
    if (isOver) end()
  }, [isOver])
  return (
    <span
      role="timer"
      aria-label={t('contest.timeLeft', { time: text })}
      className={`inline-flex items-center gap-1.5 rounded-full px-3 py-1.5 font-extrabold tabular-nums ${left < HURRY_MS ? 'bg-bad-soft text-bad' : 'bg-sunken text-ink'}`}
    >
      <Clock size={17} strokeWidth={2.6} aria-hidden="true" />
      <span dir="ltr" aria-hidden="true">
        {text}
      </span>
    </span>
  )
}
