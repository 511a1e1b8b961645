import type { BattleResult, EndReason } from '../../../events/battles.ts'
import { assert } from '../../../platform/errors.ts'
import type { QuestionId } from '../../questions/public/question.ts'
import type { Battle, SeatNumber } from './battle.ts'

export type EndState = 'FINISHED' | 'ABANDONED' | 'CANCELLED'

/** The result of a battle, as it is settled. */
export interface Outcome {
  reason: EndReason
  state: EndState
  winner: SeatNumber | null
  at: number
  seats: readonly [SeatOutcome, SeatOutcome]
}

interface SeatOutcome {
  result: BattleResult
  score: number
  correctCount: number
  /** Answers faster than `minAnswerMs` of the rules. */
  fastAnswers: number
  /** Questions that were asked and not answered correctly. */
  missedQuestionIds: readonly QuestionId[]
  /** The answers that say something about the player: in time, and not faster than a person can read. */
  answers: readonly { questionId: QuestionId; isCorrect: boolean }[]
}

const STATE_OF: Record<EndReason, EndState> = {
  COMPLETED: 'FINISHED',
  FORFEIT: 'FINISHED',
  ABANDONED: 'ABANDONED',
  CANCELLED: 'CANCELLED',
}

export function outcomeOf({ phase, seats, questions }: Battle): Outcome {
  assert(phase.name === 'ENDED', `a battle in ${phase.name} has no outcome`)
  const { reason, winner, at } = phase
  const outcome = (seat: SeatNumber): SeatOutcome => ({
    result: winner === null ? 'DRAW' : winner === seat ? 'WIN' : 'LOSS',
    score: seats[seat].score,
    correctCount: seats[seat].answers.filter((answer) => answer?.isCorrect).length,
    fastAnswers: seats[seat].answers.filter((answer) => answer?.isTooFast).length,
    missedQuestionIds: seats[seat].answers.flatMap((answer, index) =>
      answer?.isCorrect ? [] : [questions[index]!.id],
    ),
    answers: seats[seat].answers.flatMap((answer, index) =>
      answer && !answer.isTooFast ? [{ questionId: questions[index]!.id, isCorrect: answer.isCorrect }] : [],
    ),
  })
  return { reason, state: STATE_OF[reason], winner, at, seats: [outcome(0), outcome(1)] }
}

/** The outcome of a room whose battle never started. */
export function cancelledOutcome(at: number): Outcome {
  const nothing: SeatOutcome = {
    result: 'DRAW',
    score: 0,
    correctCount: 0,
    fastAnswers: 0,
    missedQuestionIds: [],
    answers: [],
  }
  return { reason: 'CANCELLED', state: 'CANCELLED', winner: null, at, seats: [nothing, nothing] }
}

/** Whether the winner has a correct answer. A win without one moves the stakes and gives nothing else. */
export function isEarnedWin({ winner, seats }: Outcome): boolean {
  return winner !== null && seats[winner].correctCount > 0
}

/** The payout of each seat: both stakes to the winner, or each stake back. */
export function splitPot({ winner }: Outcome, stake: bigint): readonly [bigint, bigint] {
  if (winner === null) return [stake, stake]
  return winner === 0 ? [2n * stake, 0n] : [0n, 2n * stake]
}

/** XP by opponent and result. */
const XP = {
  person: { WIN: 20, DRAW: 10, LOSS: 5 },
  bot: { WIN: 6, DRAW: 3, LOSS: 2 },
} as const

/** XP for a completed battle, or for a win by forfeit; 0 otherwise, and for a player without a correct answer. */
export function xpFor({ reason, seats }: Outcome, seat: SeatNumber, isAgainstBot: boolean): number {
  const { result, correctCount } = seats[seat]
  if (reason !== 'COMPLETED' && !(reason === 'FORFEIT' && result === 'WIN')) return 0
  if (correctCount === 0) return 0
  return XP[isAgainstBot ? 'bot' : 'person'][result]
}
