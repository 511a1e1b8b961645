import { useNow } from '../../../ui/use-now.ts'
import { useScreenText } from '../../use-text.ts'

const RADIUS = 27
const LENGTH = 2 * Math.PI * RADIUS
const TICK_MS = 100
const HURRY_MS = 3_000

interface Given {
  clock: { now(): number }
  endsAt: number
  totalMs: number
  /** The round is over, and the time no longer matters. */
  isStopped: boolean
}

/** The remaining seconds, by the clock of the server. */
export function TimerRing({ clock, endsAt, totalMs, isStopped }: Given) {
  const { t, number } = useScreenText()
  const now = useNow(clock, TICK_MS)
  const left = isStopped ? 0 : Math.min(totalMs, Math.max(0, endsAt - now))
  const seconds = Math.ceil(left / 1000)
  const look = isStopped ? 'text-ink-3' : left <= HURRY_MS ? 'text-bad' : 'text-gold'
  return (
    <div role="timer" aria-label={t('battle.secondsLeft', { count: seconds })} className="relative">
      <svg width="66" height="66" viewBox="0 0 66 66" aria-hidden="true" className={`-rotate-90 ${look}`}>
        <circle cx="33" cy="33" r={RADIUS} fill="none" stroke="var(--sunken)" strokeWidth="7" />
        <circle
          cx="33"
          cy="33"
          r={RADIUS}
          fill="none"
          stroke="currentColor"
          strokeWidth="7"
          strokeLinecap="round"
          strokeDasharray={LENGTH}
          strokeDashoffset={LENGTH * (1 - left / totalMs)}
        />
      </svg>
      <span
        aria-hidden="true"
        className="absolute inset-0 grid place-items-center text-[22px] font-extrabold tabular-nums"
      >
        {isStopped ? '–' : number(seconds)}
      </span>
    </div>
  )
}
