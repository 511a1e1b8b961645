import { type Battle, graceEnd, otherSeat, type SeatNumber } from './battle.ts'

/** The time of the next change without an input; null after the end. */
export function nextTimerAt(battle: Battle): number | null {
  const { phase } = battle
  if (phase.name === 'ENDED') return null
  if (phase.name === 'WAITING') return phase.until
  return Math.min(
    phase.until,
    botTimerAt(battle) ?? Number.POSITIVE_INFINITY,
    graceTimerAt(battle, 0) ?? Number.POSITIVE_INFINITY,
    graceTimerAt(battle, 1) ?? Number.POSITIVE_INFINITY,
  )
}

/** When the bot answers the current question. */
export function botTimerAt({ phase, rules }: Battle): number | null {
  if (phase.name !== 'QUESTION' || !phase.botPlan || phase.given[1]) return null
  const { afterMs } = phase.botPlan
  return afterMs < rules.questionMs ? phase.startedAt + afterMs : null
}

/**
 * When the absence of a player ends the battle. If both are away, it ends after the later grace period, because there
 * is no winner before that.
 */
export function graceTimerAt(battle: Battle, seat: SeatNumber): number | null {
  const own = graceEnd(battle, seat)
  const opponents = graceEnd(battle, otherSeat(seat))
  if (own === null) return null
  return opponents === null ? own : Math.max(own, opponents)
}
