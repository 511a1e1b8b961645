import type { EndReason } from '../../../events/battles.ts'
import type { Formula } from '../../questions/public/markdown/formulas.ts'
import type { Difficulty, QuestionId } from '../../questions/public/question.ts'
import type { BotPlan } from './bot.ts'
import type { BattleRules } from './rules.ts'

/** The state of a battle: plain values, changed by `play.ts`. Times are milliseconds since 1970. */
export interface Battle {
  rules: BattleRules
  questions: readonly BattleQuestion[]
  bot: { difficulty: Difficulty; seed: string } | null
  /** When both players were ready; null before that. */
  startedAt: number | null
  phase: Phase
  seats: readonly [Seat, Seat]
}

/** A question with its answer, which is not sent before the round is over. Options are in the order of the battle. */
export interface BattleQuestion {
  id: QuestionId
  difficulty: Difficulty
  prompt: string
  promptHtml: string
  options: readonly string[]
  correctIndex: number
  explanation: string
  explanationHtml: string
  /** On each option. */
  optionFeedback: readonly OptionFeedback[]
  /** Of prompt and options. Undefined without formulas, so that most frames do not have the field. */
  formulas?: readonly Formula[] | undefined
  explanationFormulas?: readonly Formula[] | undefined
}

/** What the author says about an option. Null for an option without feedback. */
export interface OptionFeedback {
  feedback: string | null
  feedbackHtml: string | null
}

export type SeatNumber = 0 | 1

export interface Seat {
  isBot: boolean
  isReady: boolean
  /** When the player disconnected, after the start of the battle; null while connected. */
  awaySince: number | null
  /** The absence was caused by an interruption; the opponent was not notified of it. */
  isAbsenceExcused: boolean
  disconnects: number
  score: number
  /** By the index of the question; null where time ran out. */
  answers: readonly (GivenAnswer | null)[]
}

export interface GivenAnswer {
  option: number
  /** At least `minAnswerMs` of the rules. */
  elapsedMs: number
  isTooFast: boolean
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
      /** The answer of the bot, in a bot battle. */
      botPlan: BotPlan | null
    }
  | { name: 'REVEAL'; index: number; until: number }
  | EndedPhase

interface EndedPhase {
  name: 'ENDED'
  at: number
  reason: EndReason
  /** Null for a draw or a battle without a winner. */
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
    startedAt: null,
    phase: { name: 'WAITING', until: setup.startDeadline },
    seats: [seat(false), seat(setup.bot !== null)],
  }
}

export function otherSeat(seat: SeatNumber): SeatNumber {
  return seat === 0 ? 1 : 0
}

/** When the grace period of a disconnected player ends. */
export function graceEnd({ rules, seats }: Battle, seat: SeatNumber): number | null {
  const { awaySince } = seats[seat]
  return awaySince === null ? null : awaySince + rules.reconnectGraceMs
}
