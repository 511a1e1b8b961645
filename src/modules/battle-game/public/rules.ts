import { MINUTE_MS, SECOND_MS } from '../../../platform/clock.ts'

/** Durations and limits of battles. Tests use shorter durations. */
export const BATTLE_RULES = {
  questionCount: 5,
  questionMs: 10 * SECOND_MS,
  /** A faster answer counts as one after this time, and is flagged: a person cannot read a question in it. */
  minAnswerMs: 250,
  /** Time from both players being ready to the first question. */
  countdownMs: 3 * SECOND_MS,
  /** Time between two rounds, to read the correct answer. */
  revealMs: 2.5 * SECOND_MS,
  /** A paired battle is cancelled if a player is not ready within this time. */
  readyTimeoutMs: 10 * SECOND_MS,
  /** A player who is away longer forfeits. */
  reconnectGraceMs: 30 * SECOND_MS,
  /** Maximum number of disconnects; one more forfeits the battle. Bounds the journal size. */
  maxDisconnects: 20,
  /** A battle interrupted for longer by the end of its host is cancelled and its stakes are refunded. */
  interruptionLimitMs: 15 * SECOND_MS,
  /** A room that no process can claim is cancelled this long after its start deadline. */
  unrecoverableAfterMs: 15 * MINUTE_MS,
  /** A ticket without an opponent expires after this time. */
  queueTimeoutMs: 30 * SECOND_MS,
  /** A friend room whose battle has not started is cancelled after this time. */
  friendRoomTtlMs: 10 * MINUTE_MS,
  /** A friend room is cancelled if a player is not ready within this time after the second one joined. */
  friendReadyTimeoutMs: MINUTE_MS,
  /** Time after the end in which a rematch can be requested. */
  rematchWindowMs: MINUTE_MS,
  /** Maximum time between two runs of the matchmaker. */
  matchIntervalMs: SECOND_MS,
  /** The same while nobody is queued, as far as this process knows: a join wakes its own process. */
  idleMatchIntervalMs: 5 * SECOND_MS,
  heartbeatMs: 1.5 * SECOND_MS,
  /** A process without a heartbeat for this time counts as dead. */
  leaseMs: 6 * SECOND_MS,
  /** After this time without an open room, a process uses the next two durations instead of the last two. */
  idleAfterMs: MINUTE_MS,
  // A room that no message announced is found in time: with the lease of its host this is less than `interruptionLimitMs`.
  idleHeartbeatMs: 5 * SECOND_MS,
  idleLeaseMs: 20 * SECOND_MS,
}
export type BattleRules = typeof BATTLE_RULES
