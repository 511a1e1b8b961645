import { MINUTE_MS, SECOND_MS } from '../../../platform/clock.ts'

/** Durations and limits of battles. Tests use shorter durations. */
export interface BattleRules {
  questionCount: number
  questionMs: number
  /** A faster answer counts as one after this time, and is flagged: a person cannot read a question in it. */
  minAnswerMs: number
  /** Time from both players being ready to the first question. */
  countdownMs: number
  /** Time between two rounds, to read the correct answer. */
  revealMs: number
  /** A paired battle is cancelled if a player is not ready within this time. */
  readyTimeoutMs: number
  /** A player who is away longer forfeits. */
  reconnectGraceMs: number
  /** Maximum number of disconnects; one more forfeits the battle. Bounds the journal size. */
  maxDisconnects: number
  /** A battle interrupted for longer by the end of its host is cancelled and its stakes are refunded. */
  interruptionLimitMs: number
  /** A room that no process can claim is cancelled this long after its start deadline. */
  unrecoverableAfterMs: number
  /** A ticket without an opponent expires after this time. */
  queueTimeoutMs: number
  /** A friend room whose battle has not started is cancelled after this time. */
  friendRoomTtlMs: number
  /** A friend room is cancelled if a player is not ready within this time after the second one joined. */
  friendReadyTimeoutMs: number
  /** Time after the end in which a rematch can be requested. */
  rematchWindowMs: number
  /** Maximum time between two runs of the matchmaker. */
  matchIntervalMs: number
  /** The same while nobody is queued, as far as this process knows: a join wakes its own process. */
  idleMatchIntervalMs: number
  heartbeatMs: number
  /** A process without a heartbeat for this time counts as dead. */
  leaseMs: number
  /** After this time without an open room, a process uses the next two durations instead of the last two. */
  idleAfterMs: number
  idleHeartbeatMs: number
  idleLeaseMs: number
}

export const BATTLE_RULES: BattleRules = {
  questionCount: 5,
  questionMs: 10 * SECOND_MS,
  minAnswerMs: 250,
  countdownMs: 3 * SECOND_MS,
  revealMs: 2.5 * SECOND_MS,
  readyTimeoutMs: 10 * SECOND_MS,
  reconnectGraceMs: 30 * SECOND_MS,
  maxDisconnects: 20,
  interruptionLimitMs: 15 * SECOND_MS,
  unrecoverableAfterMs: 15 * MINUTE_MS,
  queueTimeoutMs: 30 * SECOND_MS,
  friendRoomTtlMs: 10 * MINUTE_MS,
  friendReadyTimeoutMs: MINUTE_MS,
  rematchWindowMs: MINUTE_MS,
  matchIntervalMs: SECOND_MS,
  idleMatchIntervalMs: 5 * SECOND_MS,
  heartbeatMs: 1.5 * SECOND_MS,
  leaseMs: 6 * SECOND_MS,
  idleAfterMs: MINUTE_MS,
  // A room that no message announced is found in time: with the lease of its host this is less than `interruptionLimitMs`.
  idleHeartbeatMs: 5 * SECOND_MS,
  idleLeaseMs: 20 * SECOND_MS,
}
