import { MINUTE_MS, SECOND_MS } from '../../../platform/clock.ts'

/** How long things take and how many there are. Tests hand in shorter ones. */
export interface BattleRules {
  questionCount: number
  questionMs: number
  /** From both being ready to the first question. */
  countdownMs: number
  /** From the end of a round to the next question: time to read what was right. */
  revealMs: number
  /** Of a pairing: whoever is not ready by then calls it off. */
  readyTimeoutMs: number
  /** How long somebody may be away before it counts as giving up. */
  reconnectGraceMs: number
  /** Maximum number of disconnects; one more forfeits the battle. Bounds the journal size. */
  maxDisconnects: number
  /** A battle that stood still for longer, because its process ended, is called off with the stakes back. */
  interruptionLimitMs: number
  /** A room that nobody can take up is given up so long after it should have begun, with the stakes back. */
  unrecoverableAfterMs: number
  /** A ticket that found nobody by then ends. */
  queueTimeoutMs: number
  /** A friend's room that nobody used by then ends. */
  friendRoomTtlMs: number
  /** How long after the end a rematch may be agreed on. */
  rematchWindowMs: number
  /** The matchmaker looks at least so often. */
  matchIntervalMs: number
  /** A process says so often that it is there, */
  heartbeatMs: number
  /** and is taken for dead after so long a silence. */
  leaseMs: number
}

export const BATTLE_RULES: BattleRules = {
  questionCount: 5,
  questionMs: 10 * SECOND_MS,
  countdownMs: 3 * SECOND_MS,
  revealMs: 2.5 * SECOND_MS,
  readyTimeoutMs: 10 * SECOND_MS,
  reconnectGraceMs: 30 * SECOND_MS,
  maxDisconnects: 20,
  interruptionLimitMs: 15 * SECOND_MS,
  unrecoverableAfterMs: 15 * MINUTE_MS,
  queueTimeoutMs: 30 * SECOND_MS,
  friendRoomTtlMs: 10 * MINUTE_MS,
  rematchWindowMs: MINUTE_MS,
  matchIntervalMs: SECOND_MS,
  heartbeatMs: 1.5 * SECOND_MS,
  leaseMs: 6 * SECOND_MS,
}
