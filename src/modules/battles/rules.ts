import { MINUTE_MS, SECOND_MS } from '../../platform/clock.ts'

/** How long things take and how many there are. Tests hand in shorter ones. */
export interface BattleRules {
  questionCount: number
  questionMs: number
  /** From both being ready to the first question. */
  countdownMs: number
  /** From the end of a round to the next question: time to read what was right. */
  revealMs: number
  /** Of a pairing: whoever is not ready by then calls it off. */
  readyMs: number
  /** How long somebody may be away before it counts as giving up. */
  graceMs: number
  /** Leaving more often than this is giving up, so that nobody can fill a battle with comings and goings. */
  departureLimit: number
  /** A battle that stood still for longer, because its process ended, is called off with the stakes back. */
  interruptionLimitMs: number
  /** A room that nobody can take up is given up so long after it should have begun, with the stakes back. */
  giveUpMs: number
  /** A ticket that found nobody by then ends. */
  queueMs: number
  /** A friend's room that nobody used by then ends. */
  friendRoomMs: number
  /** How long after the end a rematch may be agreed on. */
  rematchMs: number
  /** The matchmaker looks at least so often. */
  matchEveryMs: number
  /** A process says so often that it is there, */
  beatMs: number
  /** and is taken for dead after so long a silence. */
  leaseMs: number
}

export const BATTLE_RULES: BattleRules = {
  questionCount: 5,
  questionMs: 10 * SECOND_MS,
  countdownMs: 3 * SECOND_MS,
  revealMs: 2.5 * SECOND_MS,
  readyMs: 10 * SECOND_MS,
  graceMs: 30 * SECOND_MS,
  departureLimit: 20,
  interruptionLimitMs: 15 * SECOND_MS,
  giveUpMs: 15 * MINUTE_MS,
  queueMs: 30 * SECOND_MS,
  friendRoomMs: 10 * MINUTE_MS,
  rematchMs: MINUTE_MS,
  matchEveryMs: SECOND_MS,
  beatMs: 1.5 * SECOND_MS,
  leaseMs: 6 * SECOND_MS,
}
