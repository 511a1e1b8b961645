import type { Difficulty, QuestionId } from '../../questions/public/question.ts'
import type { BotPlan } from './bot.ts'
import type { BattleRules } from './rules.ts'

/** A battle as it stands: pure values, which `play.ts` moves on. Moments are milliseconds since 1970. */
export interface Battle {
  rules: BattleRules
  questions: readonly BattleQuestion[]
  bot: { difficulty: Difficulty; seed: string } | null
  /** When both were ready; null while it waits. */
  begunAt: number | null
  phase: Phase
  seats: readonly [Seat, Seat]
}

/** With its answer: it never leaves the server before the round is over. Options are in the order of this battle. */
export interface BattleQuestion {
  id: QuestionId
  difficulty: Difficulty
  prompt: string
  options: readonly string[]
  correctIndex: number
  explanation: string
}

export type SeatNumber = 0 | 1

export interface Seat {
  isBot: boolean
  isReady: boolean
  /** Since when nobody sits here, once the battle has begun. */
  awaySince: number | null
  /** The other one was not told of it: our own fault made them leave. */
  isAbsenceExcused: boolean
  disconnects: number
  score: number
  /** By the number of the question; null where time ran out. */
  answers: readonly (GivenAnswer | null)[]
}

export interface GivenAnswer {
  option: number
  elapsedMs: number
  isCorrect: boolean
  points: number
}

export type Phase =
  | { name: 'WAITING'; until: number }
  | { name: 'COUNTDOWN'; until: number }
  | {
      name: 'QUESTION'
      index: number
      startedAt: number
      until: number
      given: readonly [GivenAnswer | null, GivenAnswer | null]
      /** What the bot will do, when there is one. */
      botPlan: BotPlan | null
    }
  | { name: 'REVEAL'; index: number; until: number }
  | EndedPhase

export type EndReason = 'COMPLETED' | 'FORFEIT' | 'ABANDONED' | 'CANCELLED'

export interface EndedPhase {
  name: 'ENDED'
  at: number
  reason: EndReason
  /** Null is a draw, or nobody. */
  winner: SeatNumber | null
}

export function newBattle(setup: {
  rules: BattleRules
  questions: readonly BattleQuestion[]
  bot: Battle['bot']
  startDeadline: number
}): Battle {
  const seat = (isBot: boolean): Seat => ({
    isBot,
    isReady: isBot,
    awaySince: null,
    isAbsenceExcused: false,
    disconnects: 0,
    score: 0,
    answers: [],
  })
  return {
    rules: setup.rules,
    questions: setup.questions,
    bot: setup.bot,
    begunAt: null,
    phase: { name: 'WAITING', until: setup.startDeadline },
    seats: [seat(false), seat(setup.bot !== null)],
  }
}

export function otherSeat(seat: SeatNumber): SeatNumber {
  return seat === 0 ? 1 : 0
}

/** When somebody who is away will have been away for too long. */
export function graceEnd({ rules, seats }: Battle, seat: SeatNumber): number | null {
  const { awaySince } = seats[seat]
  return awaySince === null ? null : awaySince + rules.reconnectGraceMs
}
