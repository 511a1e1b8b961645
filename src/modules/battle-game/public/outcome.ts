import { assert } from '../../../platform/errors.ts'
import type { Battle, EndReason, SeatNumber } from './battle.ts'

export type BattleResult = 'WIN' | 'LOSS' | 'DRAW'
export type EndState = 'FINISHED' | 'ABANDONED' | 'CANCELLED'

/** How a battle ended, as it is settled. */
export interface Outcome {
  reason: EndReason
  state: EndState
  winner: SeatNumber | null
  at: number
  seats: readonly [SeatOutcome, SeatOutcome]
}

export interface SeatOutcome {
  result: BattleResult
  score: number
  correctCount: number
}

const STATE_OF: Record<EndReason, EndState> = {
  COMPLETED: 'FINISHED',
  FORFEIT: 'FINISHED',
  ABANDONED: 'ABANDONED',
  CANCELLED: 'CANCELLED',
}

export function outcomeOf({ phase, seats }: Battle): Outcome {
  assert(phase.name === 'ENDED', `a battle in ${phase.name} has no outcome`)
  const { reason, winner, at } = phase
  const outcome = (seat: SeatNumber): SeatOutcome => ({
    result: winner === null ? 'DRAW' : winner === seat ? 'WIN' : 'LOSS',
    score: seats[seat].score,
    correctCount: seats[seat].answers.filter((answer) => answer?.isCorrect).length,
  })
  return { reason, state: STATE_OF[reason], winner, at, seats: [outcome(0), outcome(1)] }
}

/** The outcome of a room in which nobody played. */
export function cancelledOutcome(at: number): Outcome {
  const nothing: SeatOutcome = { result: 'DRAW', score: 0, correctCount: 0 }
  return { reason: 'CANCELLED', state: 'CANCELLED', winner: null, at, seats: [nothing, nothing] }
}

/** What each seat gets of the pot, which is paid out whole: all to the winner, or to each what they gave. */
export function splitPot({ winner }: Outcome, stake: bigint): readonly [bigint, bigint] {
  if (winner === null) return [stake, stake]
  return winner === 0 ? [2n * stake, 0n] : [0n, 2n * stake]
}

/** XP for battles that were fought: trying pays a little, winning more, and a bot less than a person. */
const XP = {
  person: { WIN: 20, DRAW: 10, LOSS: 5 },
  bot: { WIN: 6, DRAW: 3, LOSS: 2 },
} as const

/** Whoever gave up gets nothing, and nobody does when it was called off. */
export function xpFor({ reason, seats }: Outcome, seat: SeatNumber, isAgainstBot: boolean): number {
  const { result, correctCount } = seats[seat]
  if (reason !== 'COMPLETED' && !(reason === 'FORFEIT' && result === 'WIN')) return 0
  // Sitting it out is no trying.
  if (result !== 'WIN' && correctCount === 0) return 0
  return XP[isAgainstBot ? 'bot' : 'person'][result]
}
