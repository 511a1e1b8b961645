import { type Battle, graceEnd, otherSeat, type SeatNumber } from './battle.ts'

/** The next moment at which something happens by itself. */
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

/** When the bot answers what is asked now. */
export function botTimerAt({ phase, rules }: Battle): number | null {
  if (phase.name !== 'QUESTION' || !phase.botPlan || phase.given[1]) return null
  const { afterMs } = phase.botPlan
  return afterMs < rules.questionMs ? phase.startedAt + afterMs : null
}

/**
 * When a player who is away has given up. While the other one is away too, nobody is there to win: it is
 * decided when they come back, or do not.
 */
export function graceTimerAt(battle: Battle, seat: SeatNumber): number | null {
  const own = graceEnd(battle, seat)
  const others = graceEnd(battle, otherSeat(seat))
  if (own === null) return null
  return others === null ? own : Math.max(own, others)
}
